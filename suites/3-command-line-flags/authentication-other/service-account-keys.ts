import { verify } from 'node:crypto'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectNobody, identity } from '../../fixtures/identity.ts'
import { freshToken, resigned } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import { type AccountServer, keys } from './service-account-world.ts'

const publicEcdsa = 'a public ECDSA key in another file'
const firstOfTwo = 'the first of two keys in one file'
const privateRsa = 'the second of two keys in one file, a private RSA key'
const publicRsa = 'a public RSA key'
const verifiesBy = (key: string): string => `a token is accepted that verifies by ${key}`
const ofOtherFiles = [publicEcdsa, firstOfTwo, privateRsa].map(verifiesBy)

/** Which keys sign and verify the tokens of service accounts. */
export function serviceAccountKeys(rich: AccountServer, minimal: AccountServer): void {
  rule(
    {
      id: 'flag.service-account-signing-key-file.signs',
      level: 'MUST',
      says: 'Tokens are signed with the private key of the file.',
      source: flagRow('--service-account-signing-key-file'),
      capability: 'token-request',
      faults: { 'tokens-signed-with-serving-key': ['a token is signed with the key of the file'] },
    },
    () => {
      test('a token is signed with the key of the file', async () => {
        const [head, claims, signature = ''] = (await freshToken(await rich())).split('.')
        const key = { key: keys.signing.publicKey, dsaEncoding: 'ieee-p1363' } as const

        expect(
          verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')),
        ).toBe(true)
      })
    },
  )

  rule(
    {
      id: 'flag.service-account-key-file.verifies',
      level: 'MUST',
      says: 'Every RSA or ECDSA key of every file verifies tokens, whether private or public; no other key does.',
      source: flagRow('--service-account-key-file'),
      capability: 'token-request',
      faults: {
        'only-first-service-account-key-file-used': ofOtherFiles,
        'only-first-service-account-key-used': [verifiesBy(privateRsa)],
        'rsa-service-account-keys-ignored': [verifiesBy(privateRsa), verifiesBy(publicRsa)],
        'api-audiences-not-defaulted': [...ofOtherFiles, verifiesBy(publicRsa)],
        'serving-key-verifies-beside-key-files': ['refuses a token that verifies by the serving key only'],
        'service-account-signature-not-verified': [
          'refuses a token that verifies by no key',
          'refuses a token that verifies by the serving key only',
        ],
      },
    },
    () => {
      const accepted = {
        // The first file has the key that every other token here verifies by.
        [publicEcdsa]: [rich, 'another'],
        [firstOfTwo]: [rich, 'firstOfTwo'],
        [privateRsa]: [rich, 'rsa'],
        [publicRsa]: [minimal, 'rsa'],
      } as const

      test.for(accepted)(verifiesBy('%s'), async ([server, name]) => {
        const token = resigned(await freshToken(await server()), keys[name].privateKey)

        expect(await identity(await server(), { token })).not.toBe('nobody')
      })

      test('refuses a token that verifies by no key', async () => {
        const token = resigned(await freshToken(await rich()), keys.unknown.privateKey)

        await expectNobody(await rich(), { token })
      })

      test('refuses a token that verifies by the serving key only', async () => {
        const server = await rich()

        await expectNobody(server, {
          token: resigned(await freshToken(server), server.credentials.serving.key),
        })
      })
    },
  )
}
