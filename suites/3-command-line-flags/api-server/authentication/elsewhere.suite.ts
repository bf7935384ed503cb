import { excluded } from '#harness/check/rule.ts'

excluded({
  id: 'flag.authenticators.list',
  says: 'The API server has these authenticators: client certificates, request headers, bootstrap tokens, static tokens, service-account tokens, OIDC flags or file, token webhook, anonymous.',
  source: { document: 3, section: 'Authentication', rows: ['API server authenticators'] },
  excluded: {
    reason: 'An overview of flags: each has rules of its own under flag.<name>, and the file under authn.*.',
  },
})

excluded({
  id: 'flag.authorization-mode.list',
  says: 'The API server has these authorization modes, in the given order, or a structured file.',
  source: { document: 3, section: 'Authentication', rows: ['API server authorization modes'] },
  excluded: {
    reason:
      'The same statement as in the flag table: flag.authorization-mode.values, flag.authorization-mode.order and flag.authorization-config.exclusive judge it.',
  },
})

excluded({
  id: 'flag.webhook-versions.default',
  says: 'Versions of webhook objects are v1beta1 by default.',
  source: { document: 3, section: 'Versioning', rows: ['Webhook object versions'] },
  excluded: {
    reason:
      'The same statement as in the flag table: flag.authentication-token-webhook-version.exchanged and flag.authorization-webhook-version.exchanged judge it.',
  },
})
