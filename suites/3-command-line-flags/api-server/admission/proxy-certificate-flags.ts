import { proxyClientFlags } from '../proxy-client.ts'

/** Common name of the certificate. */
export const name = 'api-server-towards-webhooks'

/** Returns the flags of a server that presents it. */
export const proxyCertificateFlags = () => proxyClientFlags(name)
