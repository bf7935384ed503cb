import { ownStores, type Stored, storedServer } from './own-store.ts'

/** Servers that store in different forms and places. */
export type StoredWorlds = Readonly<Record<'usual' | 'protobuf' | 'json' | 'yaml', () => Promise<Stored>>>

/** Servers, started by the first check that needs them, whose flags say how objects are stored. */
export function storedWorlds(): StoredWorlds {
  const own = ownStores()
  const mediaType = '--storage-media-type'
  return {
    usual: storedServer(own, () => ({})),
    protobuf: storedServer(own, () => ({
      [mediaType]: 'application/vnd.orch.protobuf',
      '--etcd-prefix': '/other/place',
      '--storage-backend': 'etcd3',
    })),
    json: storedServer(own, () => ({ [mediaType]: 'application/json', '--etcd-prefix': 'bare' })),
    yaml: storedServer(own, () => ({ [mediaType]: 'application/yaml' })),
  }
}
