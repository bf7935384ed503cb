// Common exports of the gRPC peers: the functions that describe faults.
export {
  after,
  fail,
  hangUp,
  honestly,
  type Stall,
  silence,
  stall,
  times,
  when,
  where,
} from '#mocks/grpc/faults.ts'
export type { GrpcPeer, StatusName } from '#mocks/grpc/index.ts'
export type { Answer } from '#mocks/peer/index.ts'
