const ecdhe = ['RSA', 'ECDSA'].flatMap((kind) =>
  [
    'CHACHA20_POLY1305_SHA256',
    'CHACHA20_POLY1305',
    'AES_256_GCM_SHA384',
    'AES_256_CBC_SHA',
    'AES_128_GCM_SHA256',
    'AES_128_CBC_SHA',
  ].map((cipher) => `TLS_ECDHE_${kind}_WITH_${cipher}`),
)

const preferredSuites = [
  ...ecdhe,
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_AES_128_GCM_SHA256',
]

const insecureSuites = [
  'TLS_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
]

/** All cipher suite names that `--tls-cipher-suites` accepts. */
export const cipherSuites: readonly string[] = [...preferredSuites, ...insecureSuites]
