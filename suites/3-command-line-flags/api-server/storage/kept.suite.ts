import { sharedServer } from '../../../shared/api-server.ts'
import { collectionWorkers } from './collections.ts'
import { dependents } from './dependents.ts'
import { eventLeases } from './event-leases.ts'
import { ownStores, storedServer } from './own-store.ts'
import { custom, watchCache } from './watch-cache.ts'

const own = ownStores()

// What the rules look at stays apart by resource, so that three servers do for all of them.
const cached = storedServer(own, () => ({
  '--watch-cache-sizes': [
    'configmaps#0,secrets#100',
    'leases.coordination.orch.io#0,ingresses.networking.orch.io#10',
    `${custom.resource}#0`,
  ],
}))
const uncached = storedServer(own, () => ({
  '--watch-cache': false,
  '--watch-cache-sizes': 'secrets#100',
  '--lease-reuse-duration-seconds': 1,
  '--delete-collection-workers': 4,
}))
const brief = sharedServer(() => ({
  flags: { '--event-ttl': '4s', '--enable-garbage-collector': false },
}))

watchCache(cached, uncached)
collectionWorkers(cached, uncached)
eventLeases({ usual: cached, quick: uncached, brief })
dependents(async () => (await cached()).server, brief)
