import { separateStores, storedServer } from './separate-store.ts'

const own = separateStores()
const mediaType = '--storage-media-type'

/** Servers whose flags define the storage of objects, started by the first check that needs them. */
export const usual = storedServer(own, () => ({}))
export const protobuf = storedServer(own, () => ({
  [mediaType]: 'application/vnd.orch.protobuf',
  '--etcd-prefix': '/other/place',
  '--storage-backend': 'etcd3',
}))
export const json = storedServer(own, () => ({
  [mediaType]: 'application/json',
  '--etcd-prefix': 'bare',
}))
export const yaml = storedServer(own, () => ({ [mediaType]: 'application/yaml' }))
