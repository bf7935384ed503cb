import { GrpcError, type StatusName } from './status.ts'

export { after, hangUp, honestly, silence, type Stall, stall, times, when, where } from '../peer/index.ts'

/** Responds with an error status: `fail('UNAVAILABLE', 'the key store is away')`. */
export function fail(code: StatusName, message = `told to answer ${code}`): () => never {
  return () => {
    throw new GrpcError(code, message)
  }
}
