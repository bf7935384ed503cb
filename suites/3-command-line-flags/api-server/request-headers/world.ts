import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { file, type Flags } from '#harness/launch/flags.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import type { Below } from '../../../shared/certificate-chains.ts'
import type { Shown } from '../identity.ts'

/** Starts the server, or gives the one that runs already. */
export type HeaderServer = () => Promise<ApiServer>

let authority: Promise<CertificateAuthority> | undefined
let second: Promise<CertificateAuthority> | undefined

/** The authority of proxies. */
function proxies(): Promise<CertificateAuthority> {
  authority ??= createAuthority('proxies')
  return authority
}

/** Another authority of proxies, the second of the bundle. */
function otherProxies(): Promise<CertificateAuthority> {
  second ??= createAuthority('other-proxies')
  return second
}

/** The flag that trusts both authorities of proxies for header identities. */
export async function proxyCaFile(): Promise<Flags> {
  const bundle = await Promise.all([proxies(), otherProxies()])
  const certificate = bundle.map((each) => each.certificate).join('')
  return { '--requestheader-client-ca-file': file('proxies.crt', certificate, { verbatim: true }) }
}

/** The feature that the header of uids needs. */
export const uidGate = 'RemoteRequestHeaderUID'

/** A server with every list, each with two entries, so that taking the first only shows. */
export function everyList(): HeaderServer {
  return sharedServer(async () => ({
    flags: {
      ...(await proxyCaFile()),
      '--requestheader-allowed-names': 'front-proxy,second-proxy',
      '--requestheader-username-headers': 'X-Remote-User,X-Other-User',
      '--requestheader-group-headers': 'X-Remote-Group,X-Other-Group',
      '--requestheader-extra-headers-prefix': 'X-Remote-Extra-,X-Other-Extra-',
      '--requestheader-uid-headers': 'X-Remote-Uid,X-Other-Uid',
      '--feature-gates': `${uidGate}=true`,
      '--anonymous-auth': false,
    },
  }))
}

/** A server that knows of user names in headers only, from any proxy. */
export function userNamesOnly(): HeaderServer {
  return sharedServer(async () => ({
    flags: {
      ...(await proxyCaFile()),
      '--requestheader-username-headers': 'X-Remote-User',
      '--anonymous-auth': false,
    },
  }))
}

/** A request of somebody whom a proxy of that name speaks for. */
export async function through(proxy: string, headers: NonNullable<Shown['headers']>): Promise<Shown> {
  return { as: (await proxies()).issue({ commonName: proxy, usage: 'client', hosts: [] }), headers }
}

/** The same, where the certificate of the proxy is of the second authority of the bundle. */
export async function throughOther(proxy: string, headers: NonNullable<Shown['headers']>): Promise<Shown> {
  const as = (await otherProxies()).issue({ commonName: proxy, usage: 'client', hosts: [] })
  return { as, headers }
}

/** The same, where the certificate of the proxy is of an authority below that of the proxies. */
export async function throughBelow(of: Below, headers: NonNullable<Shown['headers']>): Promise<Shown> {
  const below = await of(await proxies())
  return { as: below.issue({ commonName: 'front-proxy', usage: 'client', hosts: [] }), headers }
}

/** The header that names a user. */
export const alice = { 'X-Remote-User': 'alice' }
