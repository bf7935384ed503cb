import { cipherSuites } from '../../flags/cipher-suites.ts'
import { agentFlag } from './agent-flag.ts'

/** Flags for serving and access control. */
export const servingFlags = [
  agentFlag('address', 'string', 'IP to serve on', {
    default: '0.0.0.0',
    deprecated: 'to be set in the file of --config',
    field: '/address',
  }),
  agentFlag('anonymous-auth', 'bool', 'lets requests without credentials in', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/authentication/anonymous/enabled',
  }),
  agentFlag('authentication-token-webhook', 'bool', 'asks the API server whose a bearer token is', {
    deprecated: 'to be set in the file of --config',
    field: '/authentication/webhook/enabled',
  }),
  agentFlag('authentication-token-webhook-cache-ttl', 'duration', 'how long such an answer is kept', {
    default: '2m0s',
    deprecated: 'to be set in the file of --config',
    field: '/authentication/webhook/cacheTTL',
  }),
  agentFlag('authorization-mode', 'string', 'who may do what', {
    default: 'AlwaysAllow',
    oneOf: ['AlwaysAllow', 'Webhook'],
    deprecated: 'to be set in the file of --config',
    field: '/authorization/mode',
  }),
  agentFlag('authorization-webhook-cache-authorized-ttl', 'duration', 'how long a permission is kept', {
    default: '5m0s',
    deprecated: 'to be set in the file of --config',
    field: '/authorization/webhook/cacheAuthorizedTTL',
  }),
  agentFlag('authorization-webhook-cache-unauthorized-ttl', 'duration', 'how long a denial is kept', {
    default: '30s',
    deprecated: 'to be set in the file of --config',
    field: '/authorization/webhook/cacheUnauthorizedTTL',
  }),
  agentFlag('cert-dir', 'string', 'where certificates lie', { default: '/var/lib/orchlet/pki' }),
  agentFlag('client-ca-file', 'string', 'CAs of clients', {
    deprecated: 'to be set in the file of --config',
    field: '/authentication/x509/clientCAFile',
  }),
  agentFlag('contention-profiling', 'bool', 'profiles blocking, too', {
    deprecated: 'to be set in the file of --config',
    field: '/enableContentionProfiling',
  }),
  agentFlag('enable-debugging-handlers', 'bool', 'serves logs and runs commands', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/enableDebuggingHandlers',
  }),
  agentFlag('enable-server', 'bool', 'serves at all', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/enableServer',
  }),
  agentFlag('healthz-bind-address', 'string', 'IP of the health port', {
    default: '127.0.0.1',
    deprecated: 'to be set in the file of --config',
    field: '/healthzBindAddress',
  }),
  agentFlag('healthz-port', 'int32', 'port that tells of health, 0 for none', {
    default: '10248',
    range: [0, 65535],
    deprecated: 'to be set in the file of --config',
    field: '/healthzPort',
  }),
  agentFlag('port', 'int32', 'port to serve on', {
    default: '10250',
    range: [1, 65535],
    deprecated: 'to be set in the file of --config',
    field: '/port',
  }),
  agentFlag('read-only-port', 'int32', 'port that asks nobody who he is, 0 for none', {
    default: '10255',
    range: [0, 65535],
    deprecated: 'to be set in the file of --config',
    field: '/readOnlyPort',
  }),
  agentFlag('streaming-connection-idle-timeout', 'duration', 'how long a stream may be idle', {
    default: '4h0m0s',
    deprecated: 'to be set in the file of --config',
    field: '/streamingConnectionIdleTimeout',
  }),
  agentFlag('tls-cert-file', 'string', 'certificate to serve with', {
    deprecated: 'to be set in the file of --config',
    field: '/tlsCertFile',
  }),
  agentFlag('tls-cipher-suites', 'strings', 'cipher suites to serve with', {
    oneOf: cipherSuites,
    deprecated: 'to be set in the file of --config',
    field: '/tlsCipherSuites',
  }),
  agentFlag('tls-min-version', 'string', 'oldest version of TLS', {
    oneOf: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
    deprecated: 'to be set in the file of --config',
    field: '/tlsMinVersion',
  }),
  agentFlag('tls-private-key-file', 'string', 'key of that certificate', {
    deprecated: 'to be set in the file of --config',
    field: '/tlsPrivateKeyFile',
  }),
]
