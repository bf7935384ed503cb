export { type ClientStream, type GrpcClient, grpcClient } from './client.ts'
export { type GrpcServer, type GrpcServerOptions, startGrpcServer } from './server.ts'
export {
  type CallInfo,
  type Duplex,
  type Fields,
  type Handlers,
  type ServedService,
  serve,
} from './service.ts'
export {
  after,
  fail,
  hangUp,
  honestly,
  type Stall,
  silence,
  stall,
  when,
  where,
} from './faults.ts'
export { GrpcError, type StatusName } from './status.ts'
export { handleCall, type GrpcPeer, grpcPeer } from './peer.ts'
export { socketPath } from './socket.ts'
