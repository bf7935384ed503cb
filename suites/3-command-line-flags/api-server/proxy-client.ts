import { createAuthority } from '#harness/certificates/authority.ts'
import { type Flags, pem } from '#kit/launch.ts'

/** Returns the flags of a server with a client certificate of the given common name for its outgoing calls. */
export async function proxyClientFlags(commonName: string): Promise<Flags> {
  const authority = await createAuthority('CA of proxies')
  const client = authority.issue({ commonName, usage: 'client', hosts: [] })
  return {
    '--requestheader-client-ca-file': pem('proxies-ca.crt', authority.certificate),
    '--proxy-client-cert-file': pem('proxy.crt', client.certificate),
    '--proxy-client-key-file': pem('proxy.key', client.key),
  }
}
