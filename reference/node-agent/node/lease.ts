import { messageOf } from '../config/value-text.ts'
import type { Api } from './api.ts'

const leaseSeconds = 40
const renewIntervalMs = 10_000
const leasesPath = '/apis/coordination.orch.io/v1/namespaces/orch-node-lease/leases'

/** Renews the lease of a node, which shows that its agent is alive, until the process ends. */
export function keepLease(api: Api, name: string, log: (line: string) => void): void {
  const renewInLoop = (): void => {
    renew(api, name).catch((error: unknown) => log(`lease: ${messageOf(error)}`))
  }
  renewInLoop()
  setInterval(renewInLoop, renewIntervalMs)
}

async function renew(api: Api, name: string): Promise<void> {
  const lease = {
    apiVersion: 'coordination.orch.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'orch-node-lease' },
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: leaseSeconds,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    },
  }
  const existingLease = await api.sendWithoutLimit('GET', `${leasesPath}/${name}`)
  if (existingLease.status === 404) await api.sendWithoutLimit('POST', leasesPath, lease)
  else if (existingLease.status === 200)
    await api.sendWithoutLimit('PUT', `${leasesPath}/${name}`, { ...existingLease.object, spec: lease.spec })
}
