import { Metadata, type ServiceError, status } from '@grpc/grpc-js'

/** A gRPC status code by its name: `UNAVAILABLE`. */
export type StatusName = Exclude<keyof typeof status, number>

/** An answer with a status other than OK; a handler throws it. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError'
  readonly code: StatusName

  constructor(code: StatusName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What grpc-js wants to be told about anything that a handler threw. */
export function serviceErrorOf(thrown: unknown): ServiceError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const code = error instanceof GrpcError ? status[error.code] : status.UNKNOWN
  return Object.assign(new Error(error.message), { code, details: error.message, metadata: new Metadata() })
}
