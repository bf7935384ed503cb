import { shared } from '#harness/check/shared.ts'
import { startStorage } from '../../../shared/storage.ts'
import { namedServer } from './named-server.ts'
import { listingServers } from './servers.ts'

// A handshake costs nothing beside a start: the servers differ in every flag that others do not mind.
export const stores = {
  loopback: shared(startStorage, (storage) => storage.stop()),
  named: shared(startStorage, (storage) => storage.stop()),
}
export const listing = listingServers(stores.loopback)
export const named = namedServer(stores.named)
