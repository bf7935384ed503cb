/** Defects in the flags about storage. */
export const storageFaults = {
  'etcd-prefix-default-differs': '--etcd-prefix: keys stand under another prefix by default',
  'etcd-prefix-ignored': '--etcd-prefix: keys always stand under /registry',
  'etcd-server-not-verified': '--etcd-cafile: any server is trusted',
  'etcd-cafile-ignored': '--etcd-cafile: only the CAs of the system count',
  'etcd-client-certificate-not-shown': '--etcd-certfile: is not shown to etcd',
  'only-first-etcd-server-used': '--etcd-servers: only the first one is used',
  'etcd-servers-overrides-ignored': '--etcd-servers-overrides: every resource is stored by the main servers',
  'etcd-override-form-unchecked': '--etcd-servers-overrides: ignores an entry of another form',
  'only-first-etcd-override-server-used':
    '--etcd-servers-overrides: only the first server of an entry is used',
} as const
