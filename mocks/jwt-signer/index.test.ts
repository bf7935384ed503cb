import { createPublicKey } from 'node:crypto'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grpcClient } from '../grpc/client.ts'
import { ExternalJWTSigner } from '#protos/jwt-signer_pb.ts'
import { fail, type JwtSigner, type SignerAlgorithm, startJwtSigner } from './index.ts'

const claims = { iss: 'https://issuer.example', sub: 'system:serviceaccount:default:robot', aud: ['api'] }
const encodedClaims = Buffer.from(JSON.stringify(claims)).toString('base64url')

let signer: JwtSigner
let client: ReturnType<typeof connect>

function connect(to: JwtSigner) {
  return grpcClient(ExternalJWTSigner, to.url)
}

beforeEach(async () => {
  signer = await startJwtSigner()
  client = connect(signer)
})
afterEach(async () => {
  client.close()
  await signer.stop()
})

/** Requests a signature, then verifies the token with jose and the keys that the signer publishes. */
async function signAndVerify(token?: string) {
  const { header, signature } = await client.sign({ claims: encodedClaims })
  const signedToken = token ?? `${header}.${encodedClaims}.${signature}`
  const { keys } = await client.fetchKeys({})
  const { kid } = decodeProtectedHeader(signedToken)
  const publishedKey = keys.find(({ keyId }) => keyId === kid)
  if (publishedKey === undefined) throw new Error(`${kid} is not published`)
  const key = createPublicKey({ key: Buffer.from(publishedKey.key), format: 'der', type: 'spki' })
  return { token: signedToken, ...(await jwtVerify(signedToken, key)) }
}

describe('a signer without faults', () => {
  test.each<SignerAlgorithm>(['ES256', 'ES384', 'ES512', 'RS256'])(
    'jose verifies a signature of the signer: %s',
    async (algorithm) => {
      const { id } = signer.keys.rotate({ algorithm })
      const { payload, protectedHeader } = await signAndVerify()

      expect(protectedHeader).toEqual({ alg: algorithm, kid: id, typ: 'JWT' })
      expect(payload).toEqual(claims)
    },
  )

  test('a signer publishes older keys until their removal', async () => {
    const { token } = await signAndVerify()
    signer.keys.rotate({ excludedFromDiscovery: true })
    const { keys, dataTimestamp, refreshHintSeconds } = await client.fetchKeys({})

    expect(keys.map((key) => [key.keyId, key.excludeFromOidcDiscovery])).toEqual([
      ['key-1', false],
      ['key-2', true],
    ])
    expect(refreshHintSeconds).toBe(10n)
    expect(Math.abs(Number(dataTimestamp && timestampDate(dataTimestamp)) - Date.now())).toBeLessThan(60_000)
    await expect(signAndVerify(token)).resolves.toMatchObject({ payload: claims })
    signer.keys.forget('key-1')
    await expect(signAndVerify(token)).rejects.toThrow('key-1 is not published')
  })

  test('a signer reports the longest lifetime of its tokens', async () => {
    expect(await client.metadata({})).toMatchObject({ maxTokenExpirationSeconds: 3600n })
  })

  test('the journal records the claims of a request, and requests with unreadable claims', async () => {
    await client.sign({ claims: encodedClaims })
    await client.sign({ claims: 'nonsense' })

    expect(signer.journal[0]).toMatchObject({ what: `Sign for ${claims.sub}`, claims })
    expect(signer.journal[1]).not.toHaveProperty('claims')
  })
})

test('a fault lasts until reset', async () => {
  signer.answer({
    sign: (honest) => ({ ...honest, signature: '' }),
    metadata: (honest) => ({ ...honest, maxTokenExpirationSeconds: 60n }),
    fetchKeys: fail('UNAVAILABLE'),
  })

  expect((await client.sign({ claims: encodedClaims })).signature).toBe('')
  expect((await client.metadata({})).maxTokenExpirationSeconds).toBe(60n)
  await expect(client.fetchKeys({})).rejects.toMatchObject({ code: 14 })
  signer.reset()
  expect((await client.fetchKeys({})).keys).toHaveLength(1)
  expect(signer.journal).toHaveLength(1)
})
