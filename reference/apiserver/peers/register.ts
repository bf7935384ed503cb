import { randomUUID } from 'node:crypto'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { Apis } from '../enablement/apis.ts'
import { fault } from '../../quirks/quirks.ts'
import type { StoredObjects } from '../objects/configure.ts'
import { apiVersion } from '../api/resource.ts'

/** Namespace and annotations of the leases in which API servers record themselves. */
export const peerLeaseNamespace = {
  namespace: 'orch-system',
  address: 'peers.orch.io/address',
  apis: 'peers.orch.io/apis',
} as const

/** Records the address at which other API servers reach this server, and its resources. */
export async function registerPeer(
  stored: StoredObjects,
  {
    flags,
    apis,
  }: {
    readonly flags: FlagValues
    readonly apis: Apis
  },
): Promise<void> {
  const servedVersions = [...new Set(apis.served.map((resource) => apiVersion(resource)))]
  const annotations = {
    [peerLeaseNamespace.address]: addressOf(flags),
    [peerLeaseNamespace.apis]: servedVersions.join(','),
  }
  const metadata = { name: `apiserver-${randomUUID()}`, annotations }
  await stored.create('leases', peerLeaseNamespace.namespace, {
    metadata,
    spec: { leaseDurationSeconds: 3600 },
  })
}

function addressOf(flags: FlagValues): string {
  const [ip, port] = [flags.string('peer-advertise-ip'), flags.string('peer-advertise-port')]
  const ownIp = flags.string('bind-address') ?? '127.0.0.1'
  const ownPort = flags.string('secure-port') ?? ''
  const usesFlagIp = ip !== undefined && ip !== ownIp && !fault('peer-advertise-ip-ignored')
  const usesFlagPort = port !== undefined && port !== ownPort && !fault('peer-advertise-port-ignored')
  return `${usesFlagIp ? ip : ownIp}:${usesFlagPort ? port : ownPort}`
}
