import type { Sourced } from './sourced.ts'

/** What the sources say of serving. */
export const servingSources: readonly Sourced[] = [
  {
    flag: '--address',
    field: '/address',
    values: ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
    beneath: '127.0.0.9',
  },
  {
    flag: '--anonymous-auth',
    field: '/authentication/anonymous/enabled',
    default: true,
    values: [false, true, false],
  },
  {
    flag: '--authentication-token-webhook',
    field: '/authentication/webhook/enabled',
    values: [true, false, true],
  },
  {
    flag: '--authentication-token-webhook-cache-ttl',
    field: '/authentication/webhook/cacheTTL',
    default: '2m0s',
    values: ['3m0s', '4m0s', '6m0s'],
  },
  {
    flag: '--authorization-mode',
    field: '/authorization/mode',
    default: 'AlwaysAllow',
    values: ['Webhook', 'AlwaysAllow', 'Webhook'],
    // Whom it would ask takes no reviews of the content type that the drop-in file says.
    refusedWithout: { 'drop-in': 403 },
  },
  {
    flag: '--authorization-webhook-cache-authorized-ttl',
    field: '/authorization/webhook/cacheAuthorizedTTL',
    default: '5m0s',
    values: ['6m0s', '7m0s', '8m0s'],
  },
  {
    flag: '--authorization-webhook-cache-unauthorized-ttl',
    field: '/authorization/webhook/cacheUnauthorizedTTL',
    default: '30s',
    values: ['31s', '32s', '33s'],
  },
  {
    flag: '--client-ca-file',
    field: '/authentication/x509/clientCAFile',
    values: ['@ca-1.crt', '@ca-2.crt', '@ca-3.crt'],
    refusedWithout: { file: 401 },
  },
  { flag: '--contention-profiling', field: '/enableContentionProfiling', values: [true, false, true] },
  { flag: '--enable-debugging-handlers', field: '/enableDebuggingHandlers', default: true },
  { flag: '--enable-server', field: '/enableServer', default: true },
  {
    flag: '--healthz-bind-address',
    field: '/healthzBindAddress',
    default: '127.0.0.1',
    values: ['127.0.0.2', '127.0.0.3', '127.0.0.4'],
  },
  {
    flag: '--healthz-port',
    field: '/healthzPort',
    values: ['@health', '@health', '@health'],
    beneath: 65001,
  },
  { flag: '--port', field: '/port', values: ['@main', '@main', '@main'], beneath: 65002 },
  {
    flag: '--read-only-port',
    field: '/readOnlyPort',
    values: ['@readOnly', '@readOnly', '@readOnly'],
    beneath: 65003,
  },
  {
    flag: '--streaming-connection-idle-timeout',
    field: '/streamingConnectionIdleTimeout',
    default: '4h0m0s',
    values: ['3h0m0s', '2h0m0s', '1h0m0s'],
  },
  {
    flag: '--tls-cert-file',
    field: '/tlsCertFile',
    values: ['@serving-1.crt', '@serving-2.crt', '@serving-3.crt'],
  },
  {
    flag: '--tls-cipher-suites',
    field: '/tlsCipherSuites',
    values: [
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
    ],
  },
  {
    flag: '--tls-min-version',
    field: '/tlsMinVersion',
    values: ['VersionTLS12', 'VersionTLS13', 'VersionTLS12'],
  },
  {
    flag: '--tls-private-key-file',
    field: '/tlsPrivateKeyFile',
    values: ['@serving-1.key', '@serving-2.key', '@serving-3.key'],
  },
]
