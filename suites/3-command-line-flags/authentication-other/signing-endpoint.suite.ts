import { verify } from 'node:crypto'
import { afterAll } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { JwtSigner } from '#mocks/jwt-signer/index.ts'
import { expectAccepted, expectRefusal, type ServerSpec, sharedServer } from '../../fixtures/api-server.ts'
import { identity } from '../../fixtures/identity.ts'
import { decoded, freshToken } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import { minimal, signing } from './service-account-world.ts'

const flag = '--service-account-signing-endpoint'
const gate = 'ExternalServiceAccountTokenSigner'
const keyFile = '--service-account-key-file'
const withoutKeys: Flags = {
  ...minimal,
  '--service-account-signing-key-file': undefined,
  [keyFile]: undefined,
}

let started: Promise<JwtSigner> | undefined
function signer(): Promise<JwtSigner> {
  started ??= import('#mocks/jwt-signer/index.ts').then(({ startJwtSigner }) => startJwtSigner())
  return started
}
afterAll(async () => {
  await started?.then((running) => running.stop())
  started = undefined
})

async function spec(changes: Flags = {}): Promise<ServerSpec> {
  const running = await signer()
  const flags = { ...withoutKeys, [flag]: running.endpoint, '--feature-gates': `${gate}=true`, ...changes }
  return { peers: [running], flags }
}
const server = sharedServer(() => spec())
const capability = 'external-jwt-signer'

rule(
  {
    id: 'flag.service-account-signing-endpoint.signs',
    level: 'MUST',
    says: 'The external signer behind the socket signs the tokens, and they are accepted.',
    source: flagRow(flag),
    capability,
    faults: {
      'external-signer-not-used': [
        'a token is signed by the signer and accepted',
        'a token is accepted that a new key of the signer signed',
      ],
      'api-audiences-not-defaulted': [
        'a token is signed by the signer and accepted',
        'a token is accepted that a new key of the signer signed',
      ],
      'external-keys-not-fetched-for-new-key': ['a token is accepted that a new key of the signer signed'],
    },
  },
  () => {
    test('a token is signed by the signer and accepted', async () => {
      const token = await freshToken(await server())
      const [head, claims, signature = ''] = token.split('.')
      const key = { key: (await signer()).keys.current.publicKey, dsaEncoding: 'ieee-p1363' } as const

      expect((await signer()).journal.map(({ method }) => method)).toContain('Sign')
      expect(
        verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')),
      ).toBe(true)
      expect(await identity(await server(), { token })).not.toBe('nobody')
    })

    test('a token is accepted that a new key of the signer signed', async () => {
      const before = await freshToken(await server())
      expect(await identity(await server(), { token: before })).not.toBe('nobody')
      ;(await signer()).keys.rotate()

      const token = await freshToken(await server())
      expect(decoded(token).head.kid).toBe((await signer()).keys.current.id)
      expect(await identity(await server(), { token })).not.toBe('nobody')
    })
  },
)

rule(
  {
    id: 'flag.service-account-signing-endpoint.exclusive',
    level: 'MUST',
    says: 'The flag excludes the signing key file and the key file.',
    source: flagRow(flag, 'exclusions'),
    capability,
    overlaps: true,
    faults: {
      'signing-endpoint-alone-refused': ['accepts the flag alone'],
      'signing-key-beside-signing-endpoint-accepted': ['refuses the flag beside a signing key file'],
      'key-file-beside-signing-endpoint-accepted': ['refuses the flag beside a key file'],
    },
  },
  () => {
    test('accepts the flag alone', async () => {
      await expectAccepted(await spec())
    })

    test('refuses the flag beside a key file', async () => {
      await expectRefusal(await spec({ [keyFile]: minimal[keyFile] }), 'service-account-signing-endpoint')
    })

    test('refuses the flag beside a signing key file', async () => {
      await expectRefusal(await spec(signing), 'service-account-signing-endpoint')
    })
  },
)

rule(
  {
    id: 'flag.service-account-signing-endpoint.gate',
    level: 'MUST',
    says: `The flag needs the gate ${gate}.`,
    source: flagRow(flag, 'gate'),
    capability,
    twin: 'flag.service-account-signing-endpoint.exclusive/accepts-the-flag-alone',
    overlaps: true,
    faults: { 'signing-endpoint-gate-ignored': ['refuses the flag with the gate off'] },
  },
  () => {
    test('refuses the flag with the gate off', async () => {
      await expectRefusal(await spec({ '--feature-gates': `${gate}=false` }), '')
    })
  },
)
