export * from '#mocks/container-runtime/index.ts'
export type { Answer, Stall } from '#mocks/peer/index.ts'
export type { GrpcPeer, StatusName } from '#mocks/grpc/index.ts'
export type {
  /** @deprecated Use `RuntimeRequest`. */
  RuntimeRequest as RuntimeAsked,
} from '#mocks/container-runtime/index.ts'
