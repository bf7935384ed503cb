import {
  type CertificateAuthority,
  createAuthority,
  type LeafOptions,
} from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { file, type Flags } from '#kit/launch.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import type { Below } from '../../../shared/certificate-chains.ts'
import type { PresentedCredentials } from '../identity.ts'

/** Starts the server that all checks of the file share, or returns it if it already runs. */
export type HeaderServer = () => Promise<ApiServer>

let authority: Promise<CertificateAuthority> | undefined
let secondAuthority: Promise<CertificateAuthority> | undefined
let lastAuthority: Promise<CertificateAuthority> | undefined

/** Returns the authority of the proxies. */
function proxies(): Promise<CertificateAuthority> {
  authority ??= createAuthority('proxies')
  return authority
}

/** Returns the second authority of proxies in the bundle. */
function secondProxyAuthority(): Promise<CertificateAuthority> {
  secondAuthority ??= createAuthority('other-proxies')
  return secondAuthority
}

/** Returns the last authority of proxies in the bundle. */
function lastProxyAuthority(): Promise<CertificateAuthority> {
  lastAuthority ??= createAuthority('last-proxies')
  return lastAuthority
}

/** Returns the flag that trusts three authorities of proxies for header identities. */
export async function proxyCaFile(): Promise<Flags> {
  const bundle = await Promise.all([proxies(), secondProxyAuthority(), lastProxyAuthority()])
  const certificate = bundle.map((each) => each.certificate).join('')
  return { '--requestheader-client-ca-file': file('proxies.crt', certificate, { verbatim: true }) }
}

/** Feature gate of the UID header. */
export const uidGate = 'RemoteRequestHeaderUID'

/** Declares a server with three entries in every list, to detect a server that uses only the first ones. */
export function serverWithAllLists(): HeaderServer {
  return sharedServer(async () => ({
    flags: {
      ...(await proxyCaFile()),
      '--requestheader-allowed-names': 'front-proxy,second-proxy,last-proxy',
      '--requestheader-username-headers': 'X-Remote-User,X-Other-User,X-Last-User',
      '--requestheader-group-headers': 'X-Remote-Group,X-Other-Group,X-Last-Group',
      '--requestheader-extra-headers-prefix': 'X-Remote-Extra-,X-Other-Extra-,X-Last-Extra-',
      '--requestheader-uid-headers': 'X-Remote-Uid,X-Other-Uid,X-Last-Uid',
      '--feature-gates': `${uidGate}=true`,
      '--anonymous-auth': false,
    },
  }))
}

/** Declares a server that reads only user names from headers, from any proxy. */
export function userNamesOnly(): HeaderServer {
  return sharedServer(async () => ({
    flags: {
      ...(await proxyCaFile()),
      '--requestheader-username-headers': 'X-Remote-User',
      '--anonymous-auth': false,
    },
  }))
}

/** Returns a request of a user that is authenticated by a proxy with the given name, and with other options if given. */
export async function proxiedCaller(
  proxy: string,
  headers: NonNullable<PresentedCredentials['headers']>,
  otherOptions: Partial<LeafOptions> = {},
): Promise<PresentedCredentials> {
  return {
    as: (await proxies()).issue({ commonName: proxy, usage: 'client', hosts: [], ...otherOptions }),
    headers,
  }
}

/** Returns a request like `proxiedCaller`, with a proxy certificate of a later authority of the bundle. */
export async function laterProxyCaller(
  place: 'second' | 'last',
  proxy: string,
  headers: NonNullable<PresentedCredentials['headers']>,
): Promise<PresentedCredentials> {
  const authority = place === 'second' ? secondProxyAuthority() : lastProxyAuthority()
  const proxyPair = (await authority).issue({
    commonName: proxy,
    usage: 'client',
    hosts: [],
  })
  return { as: proxyPair, headers }
}

/** Returns a request like `proxiedCaller`, with a proxy certificate of an intermediate authority. */
export async function intermediateCaller(
  of: Below,
  headers: NonNullable<PresentedCredentials['headers']>,
): Promise<PresentedCredentials> {
  const intermediateAuthority = await of(await proxies())
  return {
    as: intermediateAuthority.issue({ commonName: 'front-proxy', usage: 'client', hosts: [] }),
    headers,
  }
}

/** Header with the user name. */
export const aliceHeader = { 'X-Remote-User': 'alice' }
