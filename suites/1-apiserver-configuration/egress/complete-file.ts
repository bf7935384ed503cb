import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { configurationKinds } from '../../shared/configuration/kinds.ts'
import { connectionTo, egressConfiguration, tlsConfig } from './configuration.ts'

/** Check that every variant of the complete file depends on. */
export const completeTwin = configurationKinds.egress.complete

// Nothing listens there: a file is validated before any connection.
const unusedProxy = { url: 'https://127.0.0.1:1', socketPath: '/nonexistent/tunnel.sock' } as const

/** Returns a file that uses every field. Only the selection that the store needs has a working proxy. */
export async function completeFile(proxy: TunnelProxy): Promise<object> {
  return egressConfiguration({
    controlplane: connectionTo(
      { protocol: 'http-connect', url: unusedProxy.url },
      await tlsConfig(proxy.certificateAuthority),
    ),
    cluster: connectionTo({ protocol: 'grpc', ...unusedProxy }),
    etcd: connectionTo(proxy),
  })
}
