export {
  type Etcd,
  type EtcdAnswer,
  type EtcdAnswers,
  type EtcdAsked,
  type EtcdMethod,
  type EtcdOptions,
  onEveryKey,
  startEtcd,
  type Store,
  type StoredEntry,
  under,
} from '#mocks/etcd/index.ts'
export * from '../grpc.ts'
