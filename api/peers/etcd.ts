export {
  type Etcd,
  type EtcdAnswer,
  type EtcdAnswers,
  type EtcdRequest,
  type EtcdMethod,
  type EtcdOptions,
  onEveryKey,
  startEtcd,
  type Store,
  type StoredEntry,
  under,
} from '#mocks/etcd/index.ts'
export * from '../grpc.ts'
export type {
  /** @deprecated Use `EtcdRequest`. */
  EtcdRequest as EtcdAsked,
} from '#mocks/etcd/index.ts'
