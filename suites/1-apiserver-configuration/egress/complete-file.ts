import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { kinds } from '../../shared/configuration/kinds.ts'
import { connectionTo, egressConfiguration, tlsConfig } from './configuration.ts'

/** The check that every variant of the complete file counts on. */
export const completeTwin = kinds.egress.complete

// Nothing listens there: whether a file is valid shows before anything is dialled.
const nobody = { url: 'https://127.0.0.1:1', socketPath: '/nonexistent/tunnel.sock' } as const

/** A file that uses every field; only the selection that the store needs leads to somebody. */
export async function completeFile(proxy: TunnelProxy): Promise<object> {
  return egressConfiguration({
    controlplane: connectionTo(
      { protocol: 'http-connect', url: nobody.url },
      await tlsConfig(proxy.certificateAuthority),
    ),
    cluster: connectionTo({ protocol: 'grpc', ...nobody }),
    etcd: connectionTo(proxy),
  })
}
