import { sharedServer } from '../../../shared/api-server.ts'
import { separateStores, storedServer } from './separate-store.ts'
import { customResourceType } from '../../../shared/encryption/marked-objects.ts'

const own = separateStores()

// The rules use different resources, so that three servers are enough for all of them.
export const cached = storedServer(own, () => ({
  '--watch-cache-sizes': [
    'configmaps#0,secrets#100',
    'leases.coordination.orch.io#0,ingresses.networking.orch.io#10',
    `${custom.resource}#0`,
  ],
}))
export const uncached = storedServer(own, () => ({
  '--watch-cache': false,
  '--watch-cache-sizes': 'secrets#100',
  '--lease-reuse-duration-seconds': 1,
  '--delete-collection-workers': 4,
}))
export const brief = sharedServer(() => ({
  flags: { '--event-ttl': '4s', '--enable-garbage-collector': false },
}))

/** A custom resource that the flag names nevertheless. */
export const custom = customResourceType('widgets.watched.conformance.example')
