import { file } from '#kit/launch.ts'

/** Client configuration of an unused audit webhook, for checks of other flags. */
export const auditWebhookFile = file(
  'audit-webhook.yaml',
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'audit', cluster: { server: 'http://127.0.0.1:1/audit' } }],
    users: [{ name: 'audit', user: {} }],
    contexts: [{ name: 'audit', context: { cluster: 'audit', user: 'audit' } }],
    'current-context': 'audit',
  }),
  { verbatim: true },
)
