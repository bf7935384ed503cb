import { proxyClientFlags } from '../proxy-client.ts'

/** The common name of the certificate. */
export const name = 'api-server-towards-webhooks'

/** The flags of a server that shows it. */
export const proxyCertificateFlags = () => proxyClientFlags(name)
