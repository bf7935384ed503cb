import { GrpcError } from '../grpc/status.ts'

// Clients tell these errors apart by status and exact text, so the texts are part of the protocol.

/** The revision asked for has been compacted away. */
export function compacted(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision has been compacted')
}

/** The revision asked for has not come yet. */
export function futureRevision(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision is a future revision')
}

/** A request without a key. */
export function emptyKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key is not provided')
}

/** A put that keeps the value or lease of a key that is not there. */
export function keyNotFound(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key not found')
}

/** A put that keeps the value and brings one. */
export function valueProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: value is provided')
}

/** A put that keeps the lease and brings one. */
export function leaseProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: lease is provided')
}

/** A transaction that would change a key twice. */
export function duplicateKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: duplicate key given in txn request')
}

/** A transaction of more operations than a server takes. */
export function tooManyOperations(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: too many operations in txn request')
}

/** A range in an order that does not exist. */
export function invalidSort(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: invalid sort option')
}

/** A request of more bytes than a server takes. */
export function tooLarge(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: request is too large')
}

/** A lease that was never granted, or has ended. */
export function leaseNotFound(): GrpcError {
  return new GrpcError('NOT_FOUND', 'etcdserver: requested lease not found')
}

/** A grant of an id that is taken. */
export function leaseExists(): GrpcError {
  return new GrpcError('FAILED_PRECONDITION', 'etcdserver: lease already exists')
}

/** A grant of a time to live that is longer than a server keeps one. */
export function leaseTooLong(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: too large lease TTL')
}
