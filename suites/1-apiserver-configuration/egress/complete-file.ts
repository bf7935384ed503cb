import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { configurationKinds } from '../../shared/configuration/kinds.ts'
import { connectionTo, egressConfiguration, tlsConfig } from './configuration.ts'

/** Control check of every variant of the complete file. */
export const completeTwin = configurationKinds.egress.complete

// Address without a listener, because a file is validated before any connection.
const unusedProxy = { url: 'https://127.0.0.1:1', socketPath: '/nonexistent/tunnel.sock' } as const

/** Returns a file that uses every field. Only the selection for the store has a working proxy. */
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
