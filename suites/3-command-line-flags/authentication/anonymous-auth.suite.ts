import { createAuthority } from '#harness/certificates.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { type Flags, file } from '#harness/launch/flags.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
} from '../../fixtures/authentication-configuration.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { withoutCredentials } from '../../fixtures/without-credentials.ts'
import { flagRow, typeRule } from '../flag-rules.ts'

// With an authorizer that tells users apart, being let in and being refused by it differ from being nobody.
const authorized: Flags = { '--authorization-mode': 'RBAC' }
const host = sharedOidcHost()
const serverWith = (flags: Flags): (() => Promise<ApiServer>) => sharedServer(() => ({ flags }))
const jwtServerWith = (flags: Flags): (() => Promise<ApiServer>) =>
  sharedServer(async () => {
    const running = await host()
    const content = authenticationConfiguration({ jwt: [plainAuthenticator(running.issuer('plain'))] })
    return {
      peers: [running],
      flags: { ...flags, '--authentication-config': file('authentication.yaml', content) },
    }
  })

const byDefault = serverWith(authorized)
const turnedOn = serverWith({ ...authorized, '--anonymous-auth': true })
const turnedOff = serverWith({ ...authorized, '--anonymous-auth': false })
const unconfigured = serverWith({})
const besideFile = jwtServerWith(authorized)
const offBesideFile = jwtServerWith({ ...authorized, '--anonymous-auth': false })

rule(
  {
    id: 'flag.anonymous-auth.switches',
    level: 'MUST',
    says: 'Requests without credentials are accepted by default and with --anonymous-auth=true, not with false.',
    source: flagRow('--anonymous-auth', 'meaning'),
    faults: {
      'anonymous-auth-default-off': ['accepts requests without credentials by default'],
      'anonymous-auth-true-ignored': ['accepts requests without credentials when it is true'],
      'anonymous-auth-flag-ignored': ['refuses requests without credentials when it is false'],
    },
  },
  () => {
    test('accepts requests without credentials by default', async () => {
      expect(await withoutCredentials(await byDefault(), '/api')).toMatchObject({ letIn: true })
    })

    test('accepts requests without credentials when it is true', async () => {
      expect(await withoutCredentials(await turnedOn(), '/api')).toMatchObject({ letIn: true })
    })

    test('refuses requests without credentials when it is false', async () => {
      expect(await withoutCredentials(await turnedOff(), '/api')).toMatchObject({ letIn: false })
    })
  },
)

rule(
  {
    id: 'flag.anonymous-auth.default-authorization',
    level: 'MUST',
    says: 'Requests without credentials are accepted by default, under the default authorization too.',
    source: flagRow('--anonymous-auth', 'default'),
    faults: { 'anonymous-auth-default-off': ['accepts requests without credentials when no flag is set'] },
  },
  () => {
    test('accepts requests without credentials when no flag is set', async () => {
      expect(await withoutCredentials(await unconfigured(), '/api')).toMatchObject({ letIn: true })
    })
  },
)

rule(
  {
    id: 'flag.anonymous-auth.rejected-credentials',
    level: 'MUST',
    says: 'A request whose credentials another authenticator rejects is not anonymous.',
    source: flagRow('--anonymous-auth', 'not rejected by another authenticator'),
    twin: 'flag.anonymous-auth.switches/accepts-requests-without-credentials-by-default',
    faults: {
      'anonymous-after-rejected-credentials': [
        'refuses a bearer token that nobody issued',
        'refuses a client certificate of an unknown authority',
      ],
      'client-certificate-chain-not-verified': ['refuses a client certificate of an unknown authority'],
    },
  },
  () => {
    test('refuses a bearer token that nobody issued', async () => {
      const server = await byDefault()

      expect(await server.request({ path: '/api', token: 'nobody-issued-this' })).toMatchObject({
        status: 401,
      })
    })

    test('refuses a client certificate of an unknown authority', async () => {
      const stranger = await createAuthority('a stranger CA')
      const as = stranger.issue({ commonName: 'alice', usage: 'client', hosts: [] })
      const server = await byDefault()

      expect(await server.request({ path: '/api', as })).toMatchObject({ status: 401 })
    })
  },
)

rule(
  {
    id: 'flag.anonymous-auth.beside-file',
    level: 'MUST',
    says: 'Beside a file that does not configure anonymous, the flag decides as without a file.',
    source: flagRow('--authentication-config', 'anonymous not configured'),
    faults: {
      'anonymous-auth-default-off': ['accepts requests without credentials beside such a file'],
      'anonymous-off-with-jwt-file': ['accepts requests without credentials beside such a file'],
      'anonymous-auth-flag-ignored': [
        'refuses requests without credentials when it is false beside such a file',
      ],
      'anonymous-flag-beside-jwt-file-refused': [
        'refuses requests without credentials when it is false beside such a file',
      ],
    },
  },
  () => {
    test('accepts requests without credentials beside such a file', async () => {
      expect(await withoutCredentials(await besideFile(), '/api')).toMatchObject({ letIn: true })
    })

    test('refuses requests without credentials when it is false beside such a file', async () => {
      expect(await withoutCredentials(await offBesideFile(), '/api')).toMatchObject({ letIn: false })
    })
  },
)

typeRule({
  flag: '--anonymous-auth',
  type: 'bool',
  values: { 'a word that is no bool': 'maybe', 'a number that is no bool': '2' },
  twin: 'flag.anonymous-auth.switches/accepts-requests-without-credentials-when-it-is-true',
})
