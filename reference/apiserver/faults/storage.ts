const polls = {
  'etcd-compaction-interval': 'compaction',
  'etcd-count-metric-poll-period': 'counting',
  'etcd-db-metric-poll-interval': 'asking for the size',
} as const
const pollFaults = Object.fromEntries(
  Object.entries(polls).flatMap(([flag, work]) => [
    [`${flag}-0-goes-on`, `--${flag}: 0 does not end ${work}`],
    [`${flag}-without-effect`, `--${flag}: there is no ${work}`],
    [`${flag}-halved`, `--${flag}: ${work} comes twice as often`],
    [`${flag}-doubled`, `--${flag}: ${work} comes half as often`],
  ]),
) as Readonly<
  Record<`${keyof typeof polls}-${'0-goes-on' | 'without-effect' | 'halved' | 'doubled'}`, string>
>

const checks = ['healthcheck', 'readycheck'] as const
const checkFaults = Object.fromEntries(
  checks.flatMap((sort) => [
    [`etcd-${sort}-always-succeeds`, `--etcd-${sort}-timeout: a check that is late succeeds`],
    [`etcd-${sort}-timeout-default-doubled`, `--etcd-${sort}-timeout: the default is 4 seconds`],
    [`etcd-${sort}-timeout-default-short`, `--etcd-${sort}-timeout: the default is half a second`],
    [`etcd-${sort}-timeout-unlimited`, `--etcd-${sort}-timeout: the check waits for any time`],
    [`etcd-${sort}-timeout-ignored`, `--etcd-${sort}-timeout: is always 2 seconds`],
    [`etcd-${sort}-timeout-halved`, `--etcd-${sort}-timeout: the check gives up after half of it`],
  ]),
) as Readonly<
  Record<
    `etcd-${(typeof checks)[number]}-${'always-succeeds' | `timeout-${'default-doubled' | 'default-short' | 'unlimited' | 'ignored' | 'halved'}`}`,
    string
  >
>

/** Defects in the flags for storage. */
export const storageFaults = {
  ...pollFaults,
  ...checkFaults,
  'storage-media-type-default-json': '--storage-media-type: the default is application/json',
  'storage-media-type-json-ignored': '--storage-media-type: application/json is stored as protobuf',
  'storage-media-type-yaml-ignored': '--storage-media-type: application/yaml is stored as protobuf',
  'storage-media-type-protobuf-is-json': '--storage-media-type: protobuf is stored as JSON',
  'etcd-prefix-default-differs': '--etcd-prefix: keys stand under another prefix by default',
  'etcd-prefix-not-for-custom-resources': '--etcd-prefix: custom resources stand under /registry',
  'etcd-prefix-not-for-namespaces': '--etcd-prefix: namespaces stand under /registry',
  'etcd-override-not-encrypted': '--etcd-servers-overrides: what is stored elsewhere is not encrypted',
  'etcd-prefix-ignored': '--etcd-prefix: keys always stand under /registry',
  'etcd-server-of-client-ca-trusted': '--etcd-cafile: the CA of clients counts too',
  'only-first-etcd-authority-used': '--etcd-cafile: only the first certificate of the file counts',
  'etcd-override-without-client-certificate':
    '--etcd-servers-overrides: their servers are shown no client certificate',
  'etcd-override-not-verified': '--etcd-servers-overrides: any server is trusted',
  'etcd-server-not-verified': '--etcd-cafile: any server is trusted',
  'etcd-cafile-ignored': '--etcd-cafile: only the CAs of the system count',
  'etcd-client-certificate-not-shown': '--etcd-certfile: is not shown to etcd',
  'etcd-keyfile-ignored': '--etcd-keyfile: no certificate is shown for want of its key',
  'event-ttl-ignored': '--event-ttl: events are kept for ever',
  'event-ttl-halved': '--event-ttl: events are kept half as long',
  'event-ttl-for-everything': '--event-ttl: counts for all objects',
  'leases-not-reused': '--lease-reuse-duration-seconds: every event has a lease of its own',
  'lease-reuse-duration-ignored': '--lease-reuse-duration-seconds: is always 60 seconds',
  'delete-collection-workers-ignored': '--delete-collection-workers: is always 1',
  'delete-collection-all-at-once': '--delete-collection-workers: all objects are deleted at once',
  'garbage-collector-missing':
    '--enable-garbage-collector: objects are deleted at once whatever is asked for',
  'garbage-collector-takes-all':
    '--enable-garbage-collector: every deletion is left to it that names a policy',
  'garbage-collector-always': '--enable-garbage-collector: cannot be switched off',
  'watch-cache-missing': '--watch-cache: each watch of a client is one of the store',
  'watch-cache-always': '--watch-cache: cannot be switched off',
  'watch-cache-size-0-ignored': '--watch-cache-sizes: 0 does not switch off',
  'watch-cache-any-size-disables': '--watch-cache-sizes: any size switches off',
  'watch-cache-size-0-for-all': '--watch-cache-sizes: 0 switches off for all resources of the core group',
  'watch-cache-size-of-custom-resources-counts':
    '--watch-cache-sizes: the size of a custom resource counts as well',
  'watch-cache-size-of-groups-ignored': '--watch-cache-sizes: entries with a group do not count',
  'watch-cache-sizes-refused': '--watch-cache-sizes: refuses entries with a group',
  'watch-cache-size-form-unchecked': '--watch-cache-sizes: ignores an entry of another form',
  'first-etcd-server-skipped': '--etcd-servers: the first of several is not used',
  'middle-etcd-server-skipped': '--etcd-servers: only the first and the last are used',
  'last-etcd-server-skipped': '--etcd-servers: the last of several is not used',
  'only-first-etcd-server-used': '--etcd-servers: only the first one is used',
  'etcd-servers-overrides-ignored': '--etcd-servers-overrides: every resource is stored by the main servers',
  'etcd-override-takes-everything': '--etcd-servers-overrides: an entry counts for every resource',
  'etcd-override-moves-custom-resources': '--etcd-servers-overrides: counts for custom resources too',
  'etcd-override-form-unchecked': '--etcd-servers-overrides: ignores an entry of another form',
  'only-first-etcd-override-server-used':
    '--etcd-servers-overrides: only the first server of an entry is used',
} as const
