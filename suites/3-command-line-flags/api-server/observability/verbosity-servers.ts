import { sharedServer } from '../../../shared/api-server.ts'

/** A server that writes little and profiles nothing, and one that writes much and profiles contention. */
export const quietServer = sharedServer(() => ({}))
export const verboseServer = sharedServer(() => ({ flags: { '--v': 6, '--contention-profiling': true } }))
