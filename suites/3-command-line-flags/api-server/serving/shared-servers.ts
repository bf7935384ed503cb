import { shared } from '#kit'
import { startStorage } from '../../../shared/storage.ts'
import { namedServer } from './named-server.ts'
import { listingServers } from './servers.ts'

// A handshake is cheap compared with a start, so the servers combine all flags that do not affect each other.
export const stores = {
  loopback: shared(startStorage, (storage) => storage.stop()),
  named: shared(startStorage, (storage) => storage.stop()),
}
export const listingServersByName = listingServers(stores.loopback)
export const sniServer = namedServer(stores.named)
