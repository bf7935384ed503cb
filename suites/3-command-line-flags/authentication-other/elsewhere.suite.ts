import { excluded } from '#harness/check/rule.ts'
import { flagRow } from '../flag-rules.ts'

excluded({
  id: 'flag.authenticators.list',
  says: 'The API server has these authenticators: client certificates, request headers, bootstrap tokens, static tokens, service-account tokens, OIDC flags or file, token webhook, anonymous.',
  source: { document: 3, section: 'Authentication', row: 'API server authenticators' },
  excluded: {
    reason: 'An overview of flags: each has rules of its own under flag.<name>, and the file under authn.*.',
  },
})

excluded({
  id: 'flag.authorization-mode.list',
  says: 'The API server has these authorization modes, in the given order, or a structured file.',
  source: { document: 3, section: 'Authentication', row: 'API server authorization modes' },
  excluded: {
    reason:
      'The same statement as in the flag table: flag.authorization-mode.values, flag.authorization-mode.order and flag.authorization-config.exclusive judge it.',
  },
})

excluded({
  id: 'flag.webhook-versions.default',
  says: 'Versions of webhook objects are v1beta1 by default.',
  source: { document: 3, section: 'Versioning', row: 'Webhook object versions' },
  excluded: {
    reason:
      'The same statement as in the flag table: flag.authentication-token-webhook-version.exchanged and flag.authorization-webhook-version.exchanged judge it.',
  },
})

const advised = {
  '--requestheader-extra-headers-prefix': 'X-Remote-Extra-',
  '--requestheader-group-headers': 'X-Remote-Group',
  '--requestheader-uid-headers': 'X-Remote-Uid',
  '--requestheader-username-headers': 'X-Remote-User',
}

for (const [flag, value] of Object.entries(advised)) {
  excluded({
    id: `flag.${flag.slice(2)}.advised`,
    level: 'SHOULD',
    says: `${value} is the usual value.`,
    source: flagRow(flag, 'usual value'),
    excluded: { reason: 'Advice to whoever chooses the value; a server can neither follow nor break it.' },
  })
}
