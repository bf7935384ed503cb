import { currentCheck, HarnessError, until } from '#kit'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
} from '../../../shared/authentication/configuration.ts'
import { configurationFlag } from '../../../shared/configuration/kinds.ts'
import { createObject } from '../../../shared/objects.ts'
import { sharedPeer } from '../../../shared/peers.ts'
import { identity } from '../identity.ts'
import { proxyCaFile, proxiedCaller } from '../request-headers/fixture.ts'
import { minimalFlags } from '../service-accounts/fixture.ts'
import { issueFreshToken } from '../service-accounts/service-accounts.ts'

/** Credentials of a request: a token, or headers of a proxy with its certificate. */
export type WayCredentials =
  | { readonly token: string }
  | { readonly pair: KeyPair; readonly headers: Readonly<Record<string, string>> }

/** Valid credentials of an authenticator, and credentials that differ from them in one respect. */
export interface CredentialKind {
  readonly validCredentials: (server: ApiServer) => Promise<WayCredentials>
  readonly wrongCredentials: (server: ApiServer) => Promise<WayCredentials>
}

const issuer = sharedPeer(async () => (await import('#mocks/oidc-issuer/index.ts')).startOidcIssuer())

/** Server with an authenticator for each kind of credentials. */
export const server = sharedServer(async () => ({
  peers: [await issuer()],
  flags: {
    ...minimalFlags,
    ...(await proxyCaFile()),
    '--requestheader-username-headers': 'X-Remote-User',
    '--requestheader-allowed-names': 'front-proxy',
    '--enable-bootstrap-token-auth': true,
    '--anonymous-auth': false,
    ...configurationFlag(
      'authentication',
      authenticationConfiguration({ jwt: [plainAuthenticator(await issuer())] }),
    ),
  },
}))

// Long enough for a server to observe a new secret or to fetch the keys of an issuer.
const knownWithinMs = 15_000
const secret = '0123456789abcdef'
const wrongSecret = '0123456789abcdee'
let ids = 0

/** Returns a token once the server accepts it. */
async function waitUntilAccepted(running: ApiServer, token: string): Promise<{ readonly token: string }> {
  await until(async () => (await identity(running, { token })) !== 'nobody', {
    withinMs: knownWithinMs,
    what: 'the token was accepted',
  })
  return { token }
}

async function bootstrapToken(running: ApiServer): Promise<string> {
  currentCheck().needs('bootstrap-secrets')
  const id = `ways${String(++ids).padStart(2, '0')}`
  await createObject(running, '/api/v1/namespaces/orch-system/secrets', {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `bootstrap-token-${id}`, namespace: 'orch-system' },
    type: 'bootstrap.orch.io/token',
    stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true' },
  })
  return `${id}.${secret}`
}

const withWrongSignature = (token: string): string => {
  const [head, claims, signature = ''] = token.split('.')
  const firstCharacter = signature.startsWith('A') ? 'B' : 'A'
  return [head, claims, `${firstCharacter}${signature.slice(1)}`].join('.')
}

async function headersOf(proxy: string): Promise<WayCredentials> {
  const { as } = await proxiedCaller(proxy, {})
  if (typeof as !== 'object') throw new HarnessError('harness-fault', 'A proxy has a certificate.')
  return { pair: as, headers: { 'X-Remote-User': 'alice' } }
}

/** Kinds of credentials of the server. */
export const credentialKinds = {
  'a bootstrap token': {
    validCredentials: async (running) => waitUntilAccepted(running, await bootstrapToken(running)),
    wrongCredentials: async (running) => {
      const { token } = await waitUntilAccepted(running, await bootstrapToken(running))
      return { token: token.replace(secret, wrongSecret) }
    },
  },
  'a token of a service account': {
    validCredentials: async (running) => waitUntilAccepted(running, await issueFreshToken(running)),
    wrongCredentials: async (running) => {
      const { token } = await waitUntilAccepted(running, await issueFreshToken(running))
      return { token: withWrongSignature(token) }
    },
  },
  'a token of an issuer': {
    validCredentials: async (running) =>
      waitUntilAccepted(running, await (await issuer()).mint({ sub: 'alice' })),
    wrongCredentials: async (running) => {
      const { token } = await waitUntilAccepted(running, await (await issuer()).mint({ sub: 'alice' }))
      return { token: withWrongSignature(token) }
    },
  },
  'headers of a proxy': {
    validCredentials: () => headersOf('front-proxy'),
    wrongCredentials: () => headersOf('another-proxy'),
  },
} as const satisfies Readonly<Record<string, CredentialKind>>
