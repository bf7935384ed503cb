import { verify } from 'node:crypto'
import { formerly, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { expectUnauthenticated, identity } from '../identity.ts'
import { issueFreshToken, signAgain } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { keys } from './fixture.ts'
import { richServer, serverWithRequiredFlags, serverWithoutLists } from './account-servers.ts'

const { must } = rulesOf({ capability: 'token-request' })

// Fault that ignores all key files except the first.
const firstFileOnlyFault = 'only-first-service-account-key-file-used'

must('flag.service-account-signing-key-file.signs', flagRow('--service-account-signing-key-file'), () => {
  says('Tokens are signed with the private key of the file.')
  test('a token is signed with the key of the file', async () => {
    const [head, claims, signature = ''] = (await issueFreshToken(await richServer())).split('.')
    const key = { key: keys.signing.publicKey, dsaEncoding: 'ieee-p1363' } as const

    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    )
  }).sees('tokens-signed-with-serving-key')

  test('a token is signed with an RSA key of the file', async () => {
    const [head, claims, signature = ''] = (await issueFreshToken(await serverWithoutLists())).split('.')
    const signedText = Buffer.from(`${head}.${claims}`)

    expect(verify('sha256', signedText, keys.rsa.publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  }).sees('rsa-signing-key-ignored')
})

must('flag.service-account-key-file.verifies', flagRow('--service-account-key-file'), () => {
  says('Every RSA or ECDSA key of every file verifies tokens, whether private or public; no other key does.')
  const acceptedKeys = {
    'a public ECDSA key in another file': seeing(
      ['only-first-service-account-key-file-used'],
      [richServer, 'another'],
    ),
    'the first of two keys in one file': seeing([firstFileOnlyFault], [richServer, 'firstOfTwo']),
    'the second of two keys in one file, which is a private RSA key,': formerly(
      'the second of two keys in one file, a private RSA key',
      seeing(['only-first-service-account-key-used'], [richServer, 'rsa']),
    ),
    'a public RSA key': seeing(['rsa-service-account-keys-ignored'], [serverWithRequiredFlags, 'rsa']),
  } as const

  test.for(acceptedKeys)(
    { title: 'a token that %s verifies is accepted', id: 'a token is accepted that verifies by %s' },
    async ([server, name]) => {
      const token = signAgain(await issueFreshToken(await server()), keys[name].privateKey)

      expect(await identity(await server(), { token })).not.toBe('nobody')
    },
  )

  refuses({ title: 'a token that no key verifies', id: 'a token that verifies by no key' }, async () => {
    const token = signAgain(await issueFreshToken(await richServer()), keys.unknown.privateKey)

    await expectUnauthenticated(await richServer(), { token })
  }).sees('service-account-signature-not-verified')

  refuses(
    {
      title: 'a token that only the serving key verifies',
      id: 'a token that verifies by the serving key only',
    },
    async () => {
      const server = await richServer()

      await expectUnauthenticated(server, {
        token: signAgain(await issueFreshToken(server), server.credentials.serving.key),
      })
    },
  ).sees('serving-key-verifies-beside-key-files')
})
