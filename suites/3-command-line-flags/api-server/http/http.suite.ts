import { sharedServer } from '../../../shared/api-server.ts'
import { bytesPerSecond, throttledConnections } from './connections.ts'
import { corsOrigins, origins } from './cors.ts'
import { directives, transportSecurity } from './transport-security.ts'

const flagged = sharedServer(() => ({
  flags: {
    '--cors-allowed-origins': origins,
    '--strict-transport-security-directives': directives.join(','),
    '--max-connection-bytes-per-sec': bytesPerSecond,
  },
}))
const plain = sharedServer(() => ({}))

corsOrigins(flagged, plain)
transportSecurity(flagged, plain)
throttledConnections(flagged, plain)
