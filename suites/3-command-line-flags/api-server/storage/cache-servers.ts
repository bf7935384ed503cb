import { sharedServer } from '../../../shared/api-server.ts'
import { separateStores, storedServer } from './separate-store.ts'
import { customResourceType } from '../../../shared/encryption/marked-objects.ts'

const storesOfFile = separateStores()

// Server with a watch cache, which some resources do not use. The rules use different resources of three servers.
export const cachedServer = storedServer(storesOfFile, () => ({
  '--watch-cache-sizes': [
    'configmaps#0,secrets#100',
    'leases.coordination.orch.io#0,ingresses.networking.orch.io#10',
    `${customType.resource}#0`,
  ],
}))
export const uncachedServer = storedServer(storesOfFile, () => ({
  '--watch-cache': false,
  '--watch-cache-sizes': 'secrets#100',
  '--lease-reuse-duration-seconds': 1,
  '--delete-collection-workers': 4,
}))
export const shortTtlServer = sharedServer(() => ({
  flags: { '--event-ttl': '4s', '--enable-garbage-collector': false },
}))

/** Custom resource type that `--watch-cache-sizes` also names. */
export const customType = customResourceType('widgets.watched.conformance.example')
