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

/** Defects in the flags about storage. */
export const storageFaults = {
  ...pollFaults,
  ...checkFaults,
  'storage-media-type-default-json': '--storage-media-type: the default is application/json',
  'storage-media-type-json-ignored': '--storage-media-type: application/json is stored as protobuf',
  'storage-media-type-yaml-ignored': '--storage-media-type: application/yaml is stored as protobuf',
  'storage-media-type-protobuf-is-json': '--storage-media-type: protobuf is stored as JSON',
  'etcd-prefix-default-differs': '--etcd-prefix: keys stand under another prefix by default',
  'etcd-prefix-ignored': '--etcd-prefix: keys always stand under /registry',
  'etcd-server-not-verified': '--etcd-cafile: any server is trusted',
  'etcd-cafile-ignored': '--etcd-cafile: only the CAs of the system count',
  'etcd-client-certificate-not-shown': '--etcd-certfile: is not shown to etcd',
  'etcd-keyfile-ignored': '--etcd-keyfile: no certificate is shown for want of its key',
  'only-first-etcd-server-used': '--etcd-servers: only the first one is used',
  'etcd-servers-overrides-ignored': '--etcd-servers-overrides: every resource is stored by the main servers',
  'etcd-override-takes-everything': '--etcd-servers-overrides: an entry counts for every resource',
  'etcd-override-moves-custom-resources': '--etcd-servers-overrides: counts for custom resources too',
  'etcd-override-form-unchecked': '--etcd-servers-overrides: ignores an entry of another form',
  'only-first-etcd-override-server-used':
    '--etcd-servers-overrides: only the first server of an entry is used',
} as const
