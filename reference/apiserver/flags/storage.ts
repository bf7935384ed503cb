import { flag } from '../../flags/flag.ts'

/** Flags for the storage of objects. */
export const storageFlags = [
  flag('delete-collection-workers', 'int', 'workers per collection delete', { default: '1' }),
  flag('enable-garbage-collector', 'bool', 'collects orphaned objects', { default: 'true' }),
  flag('encryption-provider-config', 'string', 'file that configures encryption of stored objects'),
  flag('encryption-provider-config-automatic-reload', 'bool', 'reads that file again when it changes'),
  flag('etcd-cafile', 'string', 'CAs of etcd'),
  flag('etcd-certfile', 'string', 'client certificate for etcd'),
  flag('etcd-compaction-interval', 'duration', 'time between compactions, 0 for none', { default: '5m0s' }),
  flag('etcd-count-metric-poll-period', 'duration', 'time between object counts', { default: '1m0s' }),
  flag('etcd-db-metric-poll-interval', 'duration', 'time between size queries', { default: '30s' }),
  flag('etcd-healthcheck-timeout', 'duration', 'patience of the health check', { default: '2s' }),
  flag('etcd-keyfile', 'string', 'key of the client certificate for etcd'),
  flag('etcd-prefix', 'string', 'put before every key', { default: '/registry' }),
  flag('etcd-readycheck-timeout', 'duration', 'patience of the readiness check', { default: '2s' }),
  flag('etcd-servers', 'strings', 'etcd addresses, scheme://ip:port'),
  flag('etcd-servers-overrides', 'strings', 'other etcd addresses for some resources'),
  flag('event-ttl', 'duration', 'how long events are kept', { default: '1h0m0s' }),
  flag('lease-reuse-duration-seconds', 'int', 'seconds in which a lease is shared', { default: '60' }),
  flag('storage-backend', 'string', 'kind of storage', { default: 'etcd3', oneOf: ['etcd3'] }),
  flag('storage-initialization-timeout', 'duration', 'patience with storage at start', { default: '1m0s' }),
  flag('storage-media-type', 'string', 'form of stored objects', {
    default: 'application/vnd.orch.protobuf',
    oneOf: ['application/json', 'application/yaml', 'application/vnd.orch.protobuf'],
  }),
  flag('watch-cache', 'bool', 'serves watches from memory', { default: 'true' }),
  flag('watch-cache-sizes', 'strings', 'resources whose watch cache is off, resource[.group]#size'),
]
