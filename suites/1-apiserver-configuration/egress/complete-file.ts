import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { kinds } from '../../shared/configuration/kinds.ts'
import { connectionTo, egressConfiguration, tlsConfig } from './configuration.ts'

/** The check that every variant of the complete file counts on. */
export const completeTwin = kinds.egress.complete

/** Where each selection of the complete file stands. */
export const at = {
  controlplane: 'egressSelections.0',
  cluster: 'egressSelections.1',
  etcd: 'egressSelections.2',
} as const

const tcp = `${at.controlplane}.connection.transport.tcp`

/** Where the members of the way by TCP stand. */
export const tcpAt = { url: `${tcp}.url`, tlsConfig: `${tcp}.tlsConfig` } as const

/** Where a socket's name stands. */
export const udsNameAt = {
  cluster: `${at.cluster}.connection.transport.uds.udsName`,
  etcd: `${at.etcd}.connection.transport.uds.udsName`,
} as const

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

const refusals = [
  'second-egress-selection-refused',
  'egress-name-controlplane-refused',
  'egress-name-cluster-refused',
  'egress-name-etcd-refused',
  'egress-protocol-HTTPConnect-refused',
  'egress-protocol-GRPC-refused',
  'egress-https-url-refused',
  'egress-uds-for-HTTPConnect-refused',
  'egress-uds-for-GRPC-refused',
] as const

/** The faults that refuse a legal part of the complete file, or of a variant without some parts. */
export function completeFaults(...without: readonly (typeof refusals)[number][]): readonly string[] {
  return refusals.filter((fault) => !without.includes(fault))
}
