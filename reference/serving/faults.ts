/** Faults in reading the TLS flags. */
export const tlsFaults = {
  'tls-file-alone-accepted': '--tls-cert-file: may stand without --tls-private-key-file',
  'tls-min-version-ignored': '--tls-min-version: does not matter',
  'tls-cipher-suites-ignored': '--tls-cipher-suites: does not matter',
  'preferred-cipher-suite-refused': '--tls-cipher-suites: refuses TLS_AES_128_GCM_SHA256',
  'insecure-cipher-suite-refused': '--tls-cipher-suites: refuses TLS_RSA_WITH_RC4_128_SHA',
} as const

/** Name of a fault in reading the TLS flags. */
export type TlsFault = keyof typeof tlsFaults
