import { rulesOf } from '#kit'

const { excluded } = rulesOf({ document: 3, section: 'Authentication' })

excluded(
  'flag.authenticators.list',
  'API server authenticators',
  'The API server has these authenticators: client certificates, request headers, bootstrap tokens, static tokens, service-account tokens, OIDC flags or file, token webhook, anonymous.',
  'An overview of flags: each has rules of its own under flag.<name>, and the file under authn.*.',
)

excluded(
  'flag.authorization-mode.list',
  'API server authorization modes',
  'The API server has these authorization modes, in the given order, or a structured file.',
  'The same statement as in the flag table: flag.authorization-mode.values, flag.authorization-mode.order and flag.authorization-config.exclusive judge it.',
)

excluded(
  'flag.webhook-versions.default',
  { section: 'Versioning', row: 'Webhook object versions' },
  'Versions of webhook objects are v1beta1 by default.',
  'The same statement as in the flag table: flag.authentication-token-webhook-version.exchanged and flag.authorization-webhook-version.exchanged judge it.',
)
