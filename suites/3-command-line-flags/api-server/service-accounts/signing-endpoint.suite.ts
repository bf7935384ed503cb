import { verify } from 'node:crypto'
import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectRefusal, expectServes, type ServerSpec, sharedServer } from '../../../shared/api-server.ts'
import { sharedPeer } from '../../../shared/peers.ts'
import { fail } from '#mocks/jwt-signer/index.ts'
import { identity } from '../identity.ts'
import { decodeToken, issueFreshToken, requestToken, serviceAccount } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { discoveryOf, keySetOf, isSignedBy } from './issuer-discovery.ts'
import { issuers, minimalFlags, signingFlags } from './fixture.ts'

const flag = '--service-account-signing-endpoint'
const gate = 'ExternalServiceAccountTokenSigner'
const keyFile = '--service-account-key-file'
const withoutKeys: Flags = {
  ...minimalFlags,
  '--service-account-signing-key-file': undefined,
  [keyFile]: undefined,
}

const signer = sharedPeer(async () => (await import('#mocks/jwt-signer/index.ts')).startJwtSigner())

async function spec(changes: Flags = {}): Promise<ServerSpec> {
  const tokenSigner = await signer()
  const flags = {
    ...withoutKeys,
    [flag]: tokenSigner.endpoint,
    '--feature-gates': `${gate}=true`,
    ...changes,
  }
  return { peers: [tokenSigner], flags }
}
const server = sharedServer(() => spec())
// Signer of a separate server, so that its failures do not affect other checks.
const failingSigner = sharedPeer(async () => (await import('#mocks/jwt-signer/index.ts')).startJwtSigner())
const serverWithFailingSigner = sharedServer(async () => {
  const tokenSigner = await failingSigner()
  const flags = { ...withoutKeys, [flag]: tokenSigner.endpoint, '--feature-gates': `${gate}=true` }
  return { peers: [tokenSigner], flags }
})
const capability = 'external-jwt-signer'

const { must } = rulesOf({ capability, overlaps: true })

must('flag.service-account-signing-endpoint.signs', { ...flagRow(flag), overlaps: false }, () => {
  says('The external signer behind the socket signs the tokens, and they are accepted.')
  test('a token is signed by the signer and accepted', async () => {
    const token = await issueFreshToken(await server())
    const [head, claims, signature = ''] = token.split('.')
    const key = { key: (await signer()).keys.current.publicKey, dsaEncoding: 'ieee-p1363' } as const

    expect((await signer()).journal.map(({ method }) => method)).toContain('Sign')
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    )
    expect(await identity(await server(), { token })).not.toBe('nobody')
  }).sees('external-signer-not-used')

  test(
    {
      title: 'a token signed with a rotated key of the external signer is accepted',
      id: 'a token is accepted that a new key of the signer signed',
    },
    async () => {
      const earlierToken = await issueFreshToken(await server())
      expect(await identity(await server(), { token: earlierToken })).not.toBe('nobody')
      ;(await signer()).keys.rotate()

      const token = await issueFreshToken(await server())
      expect(decodeToken(token).head.kid).toBe((await signer()).keys.current.id)
      expect(await identity(await server(), { token })).not.toBe('nobody')
    },
  ).sees('external-keys-not-fetched-for-new-key')
})

must(
  'flag.service-account-signing-endpoint.discovery',
  { ...flagRow(flag, 'discovery'), overlaps: false },
  () => {
    says(
      'With an external signer, the server describes its issuer and the keys of the signer as with keys of its own.',
    )
    test('the discovery document names the issuer', async () => {
      expect(await discoveryOf(await server())).toMatchObject({ issuer: issuers[0] })
    }).sees('external-signer-without-discovery')

    test('the key set verifies a token that the signer signed', async () => {
      const api = await server()
      const token = await issueFreshToken(api)
      // The server knows the key once it has accepted a token that the key signed.
      expect(await identity(api, { token })).not.toBe('nobody')

      expect((await keySetOf(api)).map((key) => isSignedBy(token, key))).toContain(true)
    }).sees('external-keys-not-published')
  },
)

must('flag.service-account-signing-endpoint.exclusive', flagRow(flag, 'exclusions'), () => {
  says('The flag excludes the signing key file and the key file.')
  accepts({ title: 'the flag without key files', id: 'the flag alone' }, () => expectServes(server)).sees(
    'signing-endpoint-alone-refused',
  )

  refuses({ title: 'the flag together with a key file', id: 'the flag beside a key file' }, async () => {
    await expectRefusal(await spec({ [keyFile]: minimalFlags[keyFile] }), 'service-account-signing-endpoint')
  }).sees('key-file-beside-signing-endpoint-accepted')

  refuses(
    {
      title: 'the flag together with a signing key file',
      id: 'the flag beside a signing key file',
    },
    async () => {
      await expectRefusal(await spec(signingFlags), 'service-account-signing-endpoint')
    },
  ).sees('signing-key-beside-signing-endpoint-accepted')
})

must(
  'flag.service-account-signing-endpoint.gate',
  {
    ...flagRow(flag, 'gate'),
    twin: 'flag.service-account-signing-endpoint.exclusive/accepts-the-flag-alone',
  },
  () => {
    says(`The flag needs the gate ${gate}.`)
    refuses('the flag with the gate off', async () => {
      await expectRefusal(await spec({ '--feature-gates': `${gate}=false` }), gate)
    }).sees('signing-endpoint-gate-ignored')
  },
)

must('flag.service-account-signing-endpoint.failing', flagRow(flag, 'a signer that fails'), () => {
  says(
    'While the signer fails, no token is issued, and earlier tokens are accepted; after it tokens are issued again.',
  )
  test(
    {
      title: 'no token is issued while the signer fails, and a token is issued once the signer recovers',
      id: 'while',
    },
    async () => {
      const [running, own] = [await serverWithFailingSigner(), await failingSigner()]
      const account = await serviceAccount(running)
      const earlierResponse = await requestToken(running, account)
      expect(earlierResponse.status, 'the status of a request before').toBe(201)
      const earlierToken = await issueFreshToken(running)
      expect(await identity(running, { token: earlierToken })).not.toBe('nobody')
      const { length } = own.journal
      own.answer({ sign: fail('UNAVAILABLE') })

      const { status, body } = await requestToken(running, account)
      expect(status, 'the status while the signer fails').toBeGreaterThanOrEqual(400)
      expect(body, 'the response while the signer fails').not.toContain('"token"')
      expect(own.journal.length, 'calls of the signer').toBeGreaterThan(length)
      expect(await identity(running, { token: earlierToken }), 'the bearer meanwhile').not.toBe('nobody')
      own.reset()
      const token = await issueFreshToken(running)
      expect(await identity(running, { token })).not.toBe('nobody')
    },
  ).sees('external-signer-failure-hidden')
})
