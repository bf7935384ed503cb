import { GrpcError } from '../grpc/status.ts'

// Clients distinguish these errors by status and exact text, so the texts are part of the protocol.

/** Error for a requested revision that has been compacted. */
export function compacted(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision has been compacted')
}

/** Error for a requested revision that is in the future. */
export function futureRevision(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision is a future revision')
}

/** Error for a request without a key. */
export function emptyKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key is not provided')
}

/** Error for a put that keeps the value or lease of a missing key. */
export function keyNotFound(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key not found')
}

/** Error for a put that both keeps the value and provides one. */
export function valueProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: value is provided')
}

/** Error for a put that both keeps the lease and provides one. */
export function leaseProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: lease is provided')
}

/** Error for a transaction that changes a key twice. */
export function duplicateKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: duplicate key given in txn request')
}

/** Error for a transaction with more operations than a server accepts. */
export function tooManyOperations(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: too many operations in txn request')
}

/** Error for a range with an unknown sort order. */
export function invalidSort(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: invalid sort option')
}

/** Error for a request with more bytes than a server accepts. */
export function tooLarge(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: request is too large')
}

/** Error for a lease that was never granted or has expired. */
export function leaseNotFound(): GrpcError {
  return new GrpcError('NOT_FOUND', 'etcdserver: requested lease not found')
}

/** Error for a grant of an id that is in use. */
export function leaseExists(): GrpcError {
  return new GrpcError('FAILED_PRECONDITION', 'etcdserver: lease already exists')
}

/** Error for a grant with a longer time to live than a server accepts. */
export function leaseTooLong(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: too large lease TTL')
}
