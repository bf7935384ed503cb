import type { AgentRow } from './row.ts'

/** Flags of access control. */
export const accessRows: readonly AgentRow[] = [
  {
    flag: '--anonymous-auth',
    type: 'bool',
    default: 'true',
    legal: true,
    deprecated: 'C',
    file: { field: '/authentication/anonymous/enabled', values: [false, true, false] },
  },
  {
    flag: '--authentication-token-webhook',
    isNeeded: true,
    type: 'bool',
    legal: false,
    deprecated: 'C',
    file: { field: '/authentication/webhook/enabled', values: [true, false, true] },
  },
  {
    flag: '--authentication-token-webhook-cache-ttl',
    type: 'duration',
    default: '2m0s',
    legal: '1m',
    deprecated: 'C',
    file: { field: '/authentication/webhook/cacheTTL', values: ['3m0s', '4m0s', '6m0s'] },
  },
  {
    flag: '--authorization-mode',
    type: 'string',
    default: 'AlwaysAllow',
    deprecated: 'C',
    file: {
      field: '/authorization/mode',
      values: ['Webhook', 'AlwaysAllow', 'Webhook'],
      // The server of its reviews rejects the content type of the drop-in file.
      refusedWithout: { 'drop-in': 403 },
    },
    takes: {
      says: 'The modes of authorization are AlwaysAllow and Webhook.',
      legal: ['AlwaysAllow'],
      wrong: { 'a mode of API servers': 'RBAC' },
      about: 'authorization mode',
    },
    isNeeded: true,
  },
  {
    flag: '--authorization-webhook-cache-authorized-ttl',
    type: 'duration',
    default: '5m0s',
    legal: '1m',
    deprecated: 'C',
    file: { field: '/authorization/webhook/cacheAuthorizedTTL', values: ['6m0s', '7m0s', '8m0s'] },
  },
  {
    flag: '--authorization-webhook-cache-unauthorized-ttl',
    type: 'duration',
    default: '30s',
    legal: '1m',
    deprecated: 'C',
    file: { field: '/authorization/webhook/cacheUnauthorizedTTL', values: ['31s', '32s', '33s'] },
  },
  {
    flag: '--client-ca-file',
    type: 'string',
    deprecated: 'C',
    file: {
      field: '/authentication/x509/clientCAFile',
      values: ['@ca-1.crt', '@ca-2.crt', '@ca-3.crt'],
      refusedWithout: { file: 401 },
    },
  },
]
