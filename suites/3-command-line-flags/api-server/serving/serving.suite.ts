import { shared } from '#harness/check/shared.ts'
import { startStorage } from '../../../shared/storage.ts'
import { addresses, addressReuse } from './addresses.ts'
import { servingCertificates } from './certificates.ts'
import { namedServer } from './named-server.ts'
import { namedCertificates } from './names.ts'
import { protocols } from './protocols.ts'
import { listingServers } from './servers.ts'
import { negotiatedSuites } from './suites-negotiated.ts'
import { toldToOthers } from './told.ts'
import { tlsVersions } from './versions.ts'

// A handshake costs nothing beside a start: the servers differ in every flag that others do not mind.
const stores = {
  loopback: shared(startStorage, (storage) => storage.stop()),
  named: shared(startStorage, (storage) => storage.stop()),
}
const listing = listingServers(stores.loopback)
const named = namedServer(stores.named)

negotiatedSuites(listing)
tlsVersions(listing, named)
namedCertificates(named)
protocols(listing['rsa, third'].start, listing['ecdsa, second'].start)
servingCertificates(listing['rsa, third'].start)
addresses(listing['rsa, third'].start, named)
toldToOthers(stores, listing['rsa, third'].start, named)
addressReuse()
