import { proxyClientFlags } from '../proxy-client.ts'

/** Common name of the client certificate for webhooks. */
export const name = 'api-server-towards-webhooks'

/** Returns the flags of a server that presents the client certificate to webhooks. */
export const proxyCertificateFlags = () => proxyClientFlags(name)
