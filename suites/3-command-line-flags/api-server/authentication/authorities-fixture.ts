import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import { currentCheck, shared } from '#kit'
import { type Flags, freePort, pem } from '#kit/launch.ts'
import { clientConfig } from '#mocks/webhook/index.ts'
import { type OidcHost, type OidcIssuer, startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { startWebhookAuthorizers, type WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
} from '../../../shared/authentication/configuration.ts'
import {
  authorizationConfiguration,
  clientConfigFile,
  userNameCondition,
  webhookEntry,
} from '../../../shared/authorization/configuration.ts'
import { configurationFlag } from '../../../shared/configuration/kinds.ts'
import { minimalFlags as serviceAccounts } from '../service-accounts/fixture.ts'

/**
 * Holders of certificates, by authority. Each authority has one kind of holder, so that confused authorities are
 * detected.
 */
export const certificateBearers = {
  'of front proxies': 'proxies',
  'of the store': 'store',
  'of node agents': 'agents',
  'of an issuer': 'issuers',
  'of an authorization webhook': 'webhooks',
  'of the token webhook': 'tokens',
  'of a tunnel server': 'tunnels',
} as const

/** Name of an authority other than the authority of clients. */
export type CertificateBearer = (typeof certificateBearers)[keyof typeof certificateBearers]

/** Time within which servers retry an issuer, in milliseconds. */
export const triedWithinMs = 30_000

/** Returns all bearers except the given bearer. */
export function otherBearers(own: CertificateBearer): Readonly<Record<string, CertificateBearer>> {
  return Object.fromEntries(Object.entries(certificateBearers).filter(([, name]) => name !== own))
}

/** Peers with certificates of the authority that is configured for them, and peers of other authorities. */
export interface Authorities {
  readonly authoritiesByBearer: Readonly<Record<CertificateBearer, CertificateAuthority>>
  readonly webhooks: WebhookAuthorizers
  readonly host: OidcHost
  /** Returns the issuer with a certificate of an authority. The configured authority of all issuers is `issuers`. */
  readonly issuer: (of: CertificateBearer) => OidcIssuer
  readonly flags: Flags
  stop(): Promise<void>
}

/** Creates the peers on first use. */
export const authorities = shared(start, (made) => made.stop())

/** Server that trusts each kind of peer by a separate authority. */
export const server = sharedServer(async () => {
  const { flags, webhooks, host } = await authorities()
  return { flags, peers: [webhooks, host] }
})

async function start(): Promise<Authorities> {
  const names = Object.values(certificateBearers)
  const authorityEntries = await Promise.all(
    names.map(async (name) => [name, await createAuthority(`CA of ${name}`)]),
  )
  const authorityOf = Object.fromEntries(authorityEntries) as Record<CertificateBearer, CertificateAuthority>
  const webhooks = await startWebhookAuthorizers({ authority: authorityOf.webhooks })
  const host = await startOidcHost({ authority: authorityOf.issuers })
  const issuers = new Map<CertificateBearer, OidcIssuer>()
  for (const name of names) {
    const listener = name === 'issuers' ? undefined : await host.listen({ authority: authorityOf[name] })
    issuers.set(name, host.issuer(`of-${name}`, listener && { listener }))
  }
  return {
    authoritiesByBearer: authorityOf,
    webhooks,
    host,
    issuer: (name) => issuers.get(name) ?? host.issuer(''),
    flags: {
      ...serviceAccounts,
      '--requestheader-client-ca-file': pem('proxies.crt', authorityOf.proxies.certificate),
      '--requestheader-username-headers': 'X-Remote-User',
      '--etcd-cafile': pem('store.crt', authorityOf.store.certificate),
      '--orchlet-certificate-authority': pem('agents.crt', authorityOf.agents.certificate),
      ...(await tokenWebhook(authorityOf.tokens)),
      ...(await tunnels(authorityOf)),
      ...configurationFlag('authorization', await authorizers(webhooks, authorityOf)),
      ...configurationFlag(
        'authentication',
        authenticationConfiguration({
          jwt: [...issuers.values()].map(({ url }) =>
            plainAuthenticator({ url, certificateAuthority: authorityOf.issuers.certificate }),
          ),
        }),
      ),
    },
    stop: async () => {
      await Promise.all([webhooks.stop(), host.stop()])
    },
  }
}

/**
 * Returns a webhook for each authority, configured with the webhook authority. The last webhook is called for all
 * users.
 */
async function authorizers(
  webhooks: WebhookAuthorizers,
  of: Authorities['authoritiesByBearer'],
): Promise<object> {
  const { certificate: certificateAuthority } = of.webhooks
  const entries = Object.values(certificateBearers).map(async (name) => {
    const { origin } = await webhooks.listen({ authority: of[name] })
    const webhook = webhooks.webhook(`of-${name}`)
    const config = clientConfig({ server: `${origin}/${webhook.name}`, certificateAuthority })
    const entry = webhookEntry(webhook, config)
    const matchConditions = [{ expression: userNameCondition(`.startsWith('${webhook.name}.')`) }]
    const failurePolicy = currentCheck().open('failurePolicy.noOpinion')
    return { ...entry, webhook: { ...entry.webhook, failurePolicy, matchConditions } }
  })
  return authorizationConfiguration([...(await Promise.all(entries)), webhookEntry(webhooks.webhook('last'))])
}

async function tokenWebhook({ certificate: certificateAuthority }: CertificateAuthority): Promise<Flags> {
  const config = clientConfig({ server: `https://127.0.0.1:${await freePort()}/`, certificateAuthority })
  return { '--authentication-token-webhook-config-file': clientConfigFile('tokens', config) }
}

/** Returns the flags of a tunnel that carries no traffic. */
async function tunnels(of: Authorities['authoritiesByBearer']): Promise<Flags> {
  const client = of.agents.issue({ commonName: 'api-server', usage: 'client', hosts: [] })
  const tcp = {
    url: `https://127.0.0.1:${await freePort()}`,
    tlsConfig: {
      caBundle: pem('tunnels.crt', of.tunnels.certificate),
      clientCert: pem('tunnel-client.crt', client.certificate),
      clientKey: pem('tunnel-client.key', client.key),
    },
  }
  return configurationFlag('egress', {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { tcp } } }],
  })
}
