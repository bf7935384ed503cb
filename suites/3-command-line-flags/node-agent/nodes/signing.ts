import { join } from 'node:path'
import type { CertificateAuthority, SigningOptions } from '#harness/certificates/authority.ts'
import { becomesTrue, shared, type Shared } from '#kit'
import { file, type Flags, makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import { type ApiServer, startApiServer } from '#mocks/api-server/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'

/** Token of the first client configuration. */
export const token = 'first-token'
/** Long enough for an agent to send a certificate request. */
export const requestsWithinMs = 30_000

/** An API server, and the path for the client configuration of a node agent. */
export interface SigningFixture {
  readonly api: ApiServer
  readonly path: string
  /** True if the file existed before the certificate was issued. */
  wasEarly?: boolean
}

/** CertificateSigningRequest of a node agent, with the fields that checks read. */
export interface SigningRequest {
  readonly metadata: { readonly name: string }
  readonly spec?: {
    readonly request?: string
    readonly signerName?: string
    readonly usages?: readonly string[]
    readonly expirationSeconds?: number
  }
  readonly status?: { readonly certificate?: string }
}

/** Subject and usage of a client certificate of a node. */
export const nodeSubject = { organizations: ['system:nodes'], usage: 'client', hosts: [] } as const

/** Starts an API server that authenticates the token of the first client configuration. */
export const startApi = () =>
  startApiServer({
    groupDomain: targetDialect().groupDomain,
    tls: true,
    users: { [token]: { name: 'system:bootstrap:first', groups: ['system:bootstrappers'] } },
  })

/** Returns the flags of a node agent for both client configurations. */
export const bootstrapFlags = ({ api, path }: SigningFixture): Flags => ({
  '--bootstrap-orchconfig': file('first.yaml', api.clientConfiguration({ token }), { verbatim: true }),
  '--orchconfig': { path },
  '--orch-api-content-type': 'application/json',
})

/** Declares a signing environment for the checks of a file. */
export function sharedSigningFixture(): Shared<SigningFixture> {
  return shared(
    async (): Promise<SigningFixture> => {
      const api = await startApi()
      return { api, path: join(makeWorkspace('bootstrap'), 'client.yaml') }
    },
    async ({ api, path }) => {
      await api.stop()
      removeWorkspace(join(path, '..'))
    },
  )
}

const requests = () => `certificatesigningrequests.certificates.${targetDialect().groupDomain}`

/** Returns the certificate requests for a signer, by default for any signer. */
export function requestsOf(api: ApiServer, signer = ''): readonly SigningRequest[] {
  const signingRequests = api.hand.list(requests()) as readonly SigningRequest[]
  return signingRequests.filter(
    ({ spec }) => signer === '' || spec?.signerName === targetDialect().text(signer),
  )
}

/** Returns the second request for a signer, once there is one: that without a certificate. */
export async function secondRequest(api: ApiServer, signer: string): Promise<SigningRequest | undefined> {
  const pending = () => {
    const all = requestsOf(api, signer)
    return all.length > 1 ? all.find(({ status }) => status?.certificate === undefined) : undefined
  }
  await becomesTrue(() => pending() !== undefined, requestsWithinMs)
  return pending()
}

/**
 * Approves a request and issues its certificate with the subject, key, names and usages of the request.
 * @param times a validity other than the requested one
 */
export function issueCertificate(
  api: ApiServer,
  { metadata, spec }: SigningRequest,
  authority: CertificateAuthority,
  times: Pick<SigningOptions, 'notBefore' | 'notAfter'> = requestedLifetime(spec?.expirationSeconds),
): string {
  const request = Buffer.from(spec?.request ?? '', 'base64').toString('utf8')
  const certificate = authority.sign(request, { usages: spec?.usages ?? [], ...times })
  api.hand.patch(
    { resource: requests(), name: metadata.name },
    {
      status: {
        conditions: [
          { type: 'Approved', status: 'True', reason: 'Granted', message: 'granted as requested' },
        ],
        certificate: Buffer.from(certificate).toString('base64'),
      },
    },
  )
  return certificate
}

function requestedLifetime(expirationSeconds: number | undefined): Pick<SigningOptions, 'notAfter'> {
  return expirationSeconds === undefined ? {} : { notAfter: new Date(Date.now() + expirationSeconds * 1_000) }
}

/** Denies a request. */
export function denyCertificate(api: ApiServer, { metadata }: SigningRequest): void {
  const denial = { type: 'Denied', status: 'True', reason: 'Refused', message: 'refused' }
  api.hand.patch({ resource: requests(), name: metadata.name }, { status: { conditions: [denial] } })
}
