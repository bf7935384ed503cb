import type { FlagRow } from '../row/flag-row.ts'

/** Flags of storage. */
export const storageRows: readonly FlagRow[] = [
  { flag: '--delete-collection-workers', type: 'int', default: '1', legal: 2 },
  { flag: '--enable-garbage-collector', type: 'bool', default: 'true', legal: false },
  { flag: '--encryption-provider-config', type: 'string' },
  { flag: '--encryption-provider-config-automatic-reload', type: 'bool', legal: false },
  { flag: '--etcd-cafile', type: 'string' },
  { flag: '--etcd-certfile', type: 'string' },
  { flag: '--etcd-keyfile', type: 'string' },
  { flag: '--etcd-compaction-interval', type: 'duration', default: '5m0s', legal: '4m' },
  { flag: '--etcd-count-metric-poll-period', type: 'duration', default: '1m0s', legal: '2m' },
  { flag: '--etcd-db-metric-poll-interval', type: 'duration', default: '30s', legal: '1m' },
  { flag: '--etcd-healthcheck-timeout', type: 'duration', default: '2s', legal: '3s' },
  {
    flag: '--etcd-readycheck-timeout',
    type: 'duration',
    default: '2s',

    legal: '3s',
  },
  { flag: '--etcd-prefix', type: 'string', default: '/registry' },
  { flag: '--etcd-servers', type: 'strings' },
  { flag: '--etcd-servers-overrides', type: 'strings' },
  { flag: '--event-ttl', type: 'duration', default: '1h0m0s', legal: '2h' },
  { flag: '--lease-reuse-duration-seconds', type: 'int', default: '60', legal: 30 },
  {
    flag: '--storage-backend',
    type: 'string',
    default: 'etcd3',
    takes: {
      says: 'The storage backends are etcd3.',
      legal: ['etcd3'],
      wrong: { 'a backend that does not exist': 'etcd2' },
    },
  },
  {
    flag: '--storage-media-type',
    type: 'string',
    default: 'application/vnd.orch.protobuf',
    takes: {
      says: 'The media types of storage are application/json, application/yaml, application/vnd.orch.protobuf.',
      legal: ['application/json', 'application/yaml', 'application/vnd.orch.protobuf'],
      wrong: { 'a media type that is none of them': 'text/plain' },
    },
  },
  { flag: '--watch-cache', type: 'bool', default: 'true', legal: false },
  { flag: '--watch-cache-sizes', type: 'strings' },
]
