import { separateStores, storedServer } from './separate-store.ts'

const storesOfFile = separateStores()
const mediaType = '--storage-media-type'

/** Servers whose flags define the storage of objects, started by the first check that needs them. */
export const defaultServer = storedServer(storesOfFile, () => ({}))
export const protobufServer = storedServer(storesOfFile, () => ({
  [mediaType]: 'application/vnd.orch.protobuf',
  '--etcd-prefix': '/other/place',
  '--storage-backend': 'etcd3',
}))
export const json = storedServer(storesOfFile, () => ({
  [mediaType]: 'application/json',
  '--etcd-prefix': 'bare',
}))
export const yaml = storedServer(storesOfFile, () => ({ [mediaType]: 'application/yaml' }))
