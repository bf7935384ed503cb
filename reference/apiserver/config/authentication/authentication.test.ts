import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { withFaults } from '../../../testing/with-faults.ts'
import { CertificateAuthority } from '../../../testing/certificate-authority.ts'
import { authenticationKind } from './authentication.ts'
import { loadConfig } from '../load.ts'

const directory = mkdtempSync(join(tmpdir(), 'authentication-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const validConfig = () => ({
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AuthenticationConfiguration',
  jwt: [
    {
      issuer: { url: 'https://issuer.example/a', audiences: ['api'] } as Record<string, unknown>,
      claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] as Record<string, unknown>[],
      claimMappings: { username: { claim: 'sub', prefix: '' } } as Record<string, unknown>,
      userValidationRules: [{ expression: 'user.username != ""' }] as Record<string, unknown>[],
    },
  ],
})
type Config = ReturnType<typeof validConfig>

async function loadChanged(
  change: (entry: Config['jwt'][number], config: Config) => void,
  faults: readonly string[] = [],
) {
  const config = validConfig()
  const [entry] = config.jwt
  if (entry !== undefined) change(entry, config)
  const file = join(directory, `${Math.random()}.yaml`)
  writeFileSync(file, stringify(config))
  return withFaults(faults, () => loadConfig(file, authenticationKind))
}

describe('the authentication file', () => {
  test('an authentication file of version v1 or v1alpha1 is read', async () => {
    const olderVersion = loadChanged((_, config) =>
      Object.assign(config, { apiVersion: 'apiserver.orch.io/v1alpha1' }),
    )

    await expect(loadChanged(() => {})).resolves.toMatchObject({ jwt: [{ issuer: { audiences: ['api'] } }] })
    await expect(olderVersion).resolves.toBeDefined()
  })

  test('claims.email is accepted if a rule, another mapping or its own expression reads email_verified', async () => {
    const username = { expression: 'claims.email' }
    const verifiedGuard = 'claims.?email_verified.orValue(true) == true'
    const rule = loadChanged((entry) => {
      entry.claimMappings['username'] = username
      entry.claimValidationRules.push({ expression: verifiedGuard })
    })
    const extraUse = loadChanged((entry) => {
      entry.claimMappings['username'] = username
      entry.claimMappings['extra'] = [{ key: 'a.io/b', valueExpression: 'string(claims.email_verified)' }]
    })
    const selfGuard = loadChanged((entry) => {
      entry.claimMappings['username'] = { expression: `${verifiedGuard} ? claims.email : "nobody"` }
    })

    await expect(Promise.all([rule, extraUse, selfGuard])).resolves.toHaveLength(3)
  })

  const authority = new CertificateAuthority('x').cert
  test.each<[string, (entry: Config['jwt'][number], config: Config) => void]>([
    ['a certificate authority', (entry) => Object.assign(entry.issuer, { certificateAuthority: authority })],
    [
      'the well-known location as discoveryURL',
      (entry) => {
        entry.issuer['discoveryURL'] = 'https://issuer.example/a/.well-known/openid-configuration'
      },
    ],
    ['no required value', (entry) => void (entry.claimValidationRules[0] = { claim: 'hd' })],
    [
      'a path with capital percent signs in an extra key',
      (entry) => {
        entry.claimMappings['extra'] = [{ key: 'example.org/a/b%20c', valueExpression: '[claims.sub]' }]
      },
    ],
    [
      'groups by expression',
      (entry) => {
        entry.claimMappings['groups'] = { expression: 'claims.roles.split(",")' }
      },
    ],
  ])('an authentication file may have %s', async (_, change) => {
    await expect(loadChanged(change)).resolves.toBeDefined()
  })

  const user = (username: object) => (entry: Config['jwt'][number]) =>
    void (entry.claimMappings['username'] = username)
  const extraKey = (key: string) => (entry: Config['jwt'][number]) =>
    void (entry.claimMappings['extra'] = [{ key, valueExpression: '"x"' }])
  const rule = (rule: Record<string, unknown>) => (entry: Config['jwt'][number]) =>
    void (entry.claimValidationRules = [rule])
  const issuer = (fields: object) => (entry: Config['jwt'][number]) =>
    void Object.assign(entry.issuer, fields)

  test.each<[string, (entry: Config['jwt'][number], config: Config) => void, string]>([
    ['an http URL', issuer({ url: 'http://issuer.example' }), 'jwt[0].issuer.url: must start with https://'],
    ['a query', issuer({ url: 'https://issuer.example?a' }), 'must not have a query'],
    ['no host', issuer({ url: 'https:///a' }), 'must have the form'],
    ['no audience', issuer({ audiences: [] }), 'jwt[0].issuer.audiences: must have an entry'],
    ['audiences null', issuer({ audiences: null }), 'jwt[0].issuer.audiences: required'],
    ['a string as audiences', issuer({ audiences: 'api' }), 'jwt[0].issuer.audiences: must be a list'],
    ['an unknown field', issuer({ urls: 'x' }), 'jwt[0].issuer.urls: unknown field'],
    [
      'a certificate authority that is not PEM',
      issuer({ certificateAuthority: 'x' }),
      'certificateAuthority: must hold PEM',
    ],
    [
      'an invalid egress selector type',
      issuer({ egressSelectorType: 'etcd' }),
      'egressSelectorType: must be',
    ],
    ['url as discoveryURL', issuer({ discoveryURL: 'https://issuer.example/a' }), 'must differ from url'],
    [
      'the same issuer twice',
      (entry, config) => void config.jwt.push(entry),
      'jwt[1].issuer.url: used by an earlier',
    ],
    ['no user name', (entry) => void (entry.claimMappings = {}), 'jwt[0].claimMappings.username: required'],
    ['no prefix', user({ claim: 'sub' }), 'jwt[0].claimMappings.username.prefix: required'],
    ['two sources', user({ claim: 'a', prefix: '', expression: '"x"' }), 'claim and expression exclude'],
    ['a prefix with an expression', user({ prefix: '', expression: '"x"' }), 'prefix and expression exclude'],
    ['a number as user name', user({ expression: '1 + 1' }), 'must yield a string'],
    ['an unknown variable', user({ expression: 'claimss.sub' }), 'not a valid expression'],
    [
      'an unguarded email claim',
      user({ expression: 'claims.email' }),
      'claims.email needs claims.email_verified',
    ],
    ['a key without domain', extraKey('foo'), 'must be a domain, a slash and a path'],
    ['a key in capitals', extraKey('example.org/Foo'), 'extra[0].key: must be lower case'],
    ['a key with a space', extraKey('example.org/a b'), 'must hold only URL path characters'],
    ['a key with a bad domain', extraKey('exa_mple.org/a'), 'must start with a valid subdomain'],
    ['a claim with a message', rule({ claim: 'a', message: 'm' }), 'claim and message exclude each other'],
    [
      'a required value with a message',
      rule({ requiredValue: 'a', message: 'm' }),
      'requiredValue and message exclude',
    ],
    [
      'a rule that yields a string',
      rule({ expression: '"a"' }),
      'claimValidationRules[0].expression: must yield a boolean',
    ],
  ])('an authentication file with %s is rejected', async (_, change, says) => {
    await expect(loadChanged(change)).rejects.toThrow(says)
  })

  test('a violated rule is accepted only with the fault of that rule', async () => {
    await expect(loadChanged(issuer({ audiences: [] }), ['empty-audiences-accepted'])).resolves.toBeDefined()
    await expect(loadChanged(issuer({ audiences: [] }), ['audiences-missing-accepted'])).rejects.toThrow(
      'audiences',
    )
  })
})
