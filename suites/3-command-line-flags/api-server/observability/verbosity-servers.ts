import { sharedServer } from '../../../shared/api-server.ts'

/** Server that logs little and does not profile contention. */
export const quietServer = sharedServer(() => ({}))
export const verboseServer = sharedServer(() => ({ flags: { '--v': 6, '--contention-profiling': true } }))
