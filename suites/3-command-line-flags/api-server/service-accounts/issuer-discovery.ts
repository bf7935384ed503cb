import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'

/** Path of the discovery document of a server's issuer. */
export const discovery = '/.well-known/openid-configuration'

export interface Discovery {
  readonly issuer?: string
  readonly jwks_uri?: string
}

/** Returns the discovery document of a server. */
export async function discoveryOf(server: ApiServer): Promise<Discovery> {
  const { status, body } = await server.request({ path: discovery })
  expect(status, `the status of GET ${discovery}`).toBe(200)
  return JSON.parse(body) as Discovery
}

/** Returns the keys that the discovery document of a server refers to. */
export async function keySetOf(server: ApiServer): Promise<readonly JsonWebKey[]> {
  const { jwks_uri: uri = '' } = await discoveryOf(server)
  // Key sets have a separate media type.
  const { status, body } = await server.request({ path: new URL(uri).pathname, headers: { accept: '*/*' } })
  expect(status, `the status of GET ${uri}`).toBe(200)
  const { keys: set = [] } = JSON.parse(body) as { keys?: JsonWebKey[] }
  return set
}

/** Reports whether the key signed the token. */
export function isSignedBy(token: string, jwk: JsonWebKey): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signedText = Buffer.from(`${head}.${claims}`)
  return verify('sha256', signedText, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
