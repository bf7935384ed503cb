import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { currentCheck, HarnessError } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { createObject } from '../../../shared/objects.ts'

const namespace = '/api/v1/namespaces/default'

let accounts = 0

/** Name and API path of a service account. */
export interface ServiceAccount {
  readonly name: string
  readonly path: string
}

export interface TokenOptions {
  readonly audiences?: readonly string[]
  readonly expirationSeconds?: number
  readonly boundObjectRef?: Readonly<Record<string, string>>
}

/** Response of a server to a token request. */
export interface IssuedToken {
  readonly token: string
  readonly expirationTimestamp: string
}

/** Creates a service account, by default with a fresh name. */
export async function serviceAccount(
  server: ApiServer,
  name = `account-${++accounts}`,
): Promise<ServiceAccount> {
  const metadata = { name, namespace: 'default' }
  await createObject(server, `${namespace}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata,
  })
  return { name, path: `${namespace}/serviceaccounts/${name}` }
}

/** Requests a token of a service account, and returns the response, whatever its status is. */
export function requestToken(
  server: ApiServer,
  account: ServiceAccount,
  spec: TokenOptions = {},
): Promise<HttpAnswer> {
  currentCheck().needs('token-request')
  const apiVersion = `authentication.${server.dialect.groupDomain}/v1`
  return server.request({
    method: 'POST',
    path: `${account.path}/token`,
    body: { apiVersion, kind: 'TokenRequest', spec: { audiences: [], ...spec } },
  })
}

/**
 * Requests a token of a service account, and returns it with its expiration.
 * @throws HarnessError `untestable` if the server issues none
 */
export async function issueToken(
  server: ApiServer,
  account: ServiceAccount,
  spec: TokenOptions = {},
): Promise<IssuedToken> {
  const { status, body } = await requestToken(server, account, spec)
  if (status !== 201) {
    throw new HarnessError('untestable', `A TokenRequest answered ${status}: ${body.slice(0, 300)}`)
  }
  return (JSON.parse(body) as { status: IssuedToken }).status
}

/** An object, and the reference to it in a token. */
export interface BoundObject {
  readonly path: string
  readonly reference: Readonly<Record<string, string>>
}

/** Creates a pod with a service account. No node runs the pod. */
export async function podOf(server: ApiServer, account: ServiceAccount): Promise<BoundObject> {
  const name = `${account.name}-pod`
  const { metadata } = await createObject<{ metadata: { uid: string } }>(server, `${namespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      serviceAccountName: account.name,
      automountServiceAccountToken: false,
      containers: [{ name: 'main', image: 'none.example/none' }],
    },
  })
  return {
    path: `${namespace}/pods/${name}`,
    reference: { apiVersion: 'v1', kind: 'Pod', name, uid: metadata.uid },
  }
}

/** Creates a secret for tokens of a service account. */
export async function secretOf(server: ApiServer, account: ServiceAccount): Promise<BoundObject> {
  const name = `${account.name}-secret`
  const { metadata } = await createObject<{ metadata: { uid: string } }>(server, `${namespace}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'default' },
  })
  return {
    path: `${namespace}/secrets/${name}`,
    reference: { apiVersion: 'v1', kind: 'Secret', name, uid: metadata.uid },
  }
}

/** Returns a new token of a new service account. */
export async function issueFreshToken(server: ApiServer, spec?: TokenOptions): Promise<string> {
  return (await issueToken(server, await serviceAccount(server), spec)).token
}

/** Header and claims of a token, not verified. */
export interface DecodedToken {
  readonly head: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>> & { readonly iat: number; readonly exp: number }
}

/** Reads a token without verifying it. */
export function decodeToken(token: string): DecodedToken {
  const [head = '', claims = ''] = token.split('.')
  const decodePart = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return { head: decodePart(head), claims: decodePart(claims) } as DecodedToken
}

/** Returns the token with the given changes of claims, signed by the given key and without a key id. */
export function signAgain(
  token: string,
  key: string | KeyObject,
  changes: Record<string, unknown> = {},
): string {
  return signClaims({ ...decodeToken(token).claims, ...changes }, key)
}

/** Returns a token with the claims and without a key id. */
export function signClaims(claims: Readonly<Record<string, unknown>>, key: string | KeyObject): string {
  const signer = typeof key === 'string' ? createPrivateKey(key) : key
  const isRsa = signer.asymmetricKeyType === 'rsa'
  const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encodePart({ alg: isRsa ? 'RS256' : 'ES256', typ: 'JWT' })}.${encodePart(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
