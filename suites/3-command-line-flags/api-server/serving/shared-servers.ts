import { shared } from '#kit'
import { startStorage } from '../../../shared/storage.ts'
import { namedServer } from './named-server.ts'
import { listingServers } from './servers.ts'

// Stores of the shared servers, which combine independent flags, because starts are expensive.
export const stores = {
  loopback: shared(startStorage, (storage) => storage.stop()),
  named: shared(startStorage, (storage) => storage.stop()),
}
export const listingServersByName = listingServers(stores.loopback)
export const sniServer = namedServer(stores.named)
