import { GrpcError } from '../grpc/status.ts'

// Clients tell these errors apart by status and exact text, so the texts are part of the protocol.

export function compacted(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision has been compacted')
}

export function futureRevision(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: mvcc: required revision is a future revision')
}

export function emptyKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key is not provided')
}

export function keyNotFound(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: key not found')
}

export function valueProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: value is provided')
}

export function leaseProvided(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: lease is provided')
}

export function duplicateKey(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: duplicate key given in txn request')
}

export function tooManyOperations(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: too many operations in txn request')
}

export function invalidSort(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: invalid sort option')
}

export function tooLarge(): GrpcError {
  return new GrpcError('INVALID_ARGUMENT', 'etcdserver: request is too large')
}

export function leaseNotFound(): GrpcError {
  return new GrpcError('NOT_FOUND', 'etcdserver: requested lease not found')
}

export function leaseExists(): GrpcError {
  return new GrpcError('FAILED_PRECONDITION', 'etcdserver: lease already exists')
}

export function leaseTooLong(): GrpcError {
  return new GrpcError('OUT_OF_RANGE', 'etcdserver: too large lease TTL')
}
