import { Metadata, type ServiceError, status } from '@grpc/grpc-js'

/** Name of a gRPC status code: `UNAVAILABLE`. */
export type StatusName = Exclude<keyof typeof status, number>

/** Response with a status other than OK. Handlers throw it. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError'
  readonly code: StatusName

  constructor(code: StatusName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Converts anything that a handler threw into the error that grpc-js requires. */
export function serviceErrorOf(thrown: unknown): ServiceError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const code = error instanceof GrpcError ? status[error.code] : status.UNKNOWN
  return Object.assign(new Error(error.message), { code, details: error.message, metadata: new Metadata() })
}
