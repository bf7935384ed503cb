import type { ConstraintTable } from '../table.ts'

/** Constraints of clients with certificates and users in headers. */
export const certificates: ConstraintTable = {
  document: 3,
  section: 'API server flags',
  constraints: [
    {
      kind: 'excludes',
      rows: ['--client-ca-file'],
      others: ['--requestheader-client-ca-file'],
      says: 'The CA certificates of one flag verify nothing for another flag.',
      rules: ['flag.client-ca-file.of-no-other-flag', 'flag.requestheader-client-ca-file.of-no-other-flag'],
    },
    {
      kind: 'requires',
      rows: [
        '--requestheader-username-headers',
        '--requestheader-group-headers',
        '--requestheader-extra-headers-prefix',
      ],
      others: ['--requestheader-client-ca-file'],
      says: 'Headers name a user only if the certificate is from this CA, and only the listed headers do.',
      rules: [
        'flag.requestheader-client-ca-file.trust',
        'flag.requestheader-username-headers.names-user',
        'flag.requestheader-group-headers.name-groups',
        'flag.requestheader-extra-headers-prefix.gives-extra',
      ],
    },
    {
      kind: 'governs',
      rows: ['--requestheader-allowed-names'],
      others: ['--requestheader-client-ca-file'],
      says: 'An empty list permits any name of a certificate.',
      rules: ['flag.requestheader-allowed-names.limits'],
    },
    {
      kind: 'requires',
      rows: ['--requestheader-uid-headers'],
      others: ['--feature-gates'],
      says: 'The headers need their feature gate.',
      rules: ['flag.requestheader-uid-headers.gate'],
    },
    {
      kind: 'fits',
      rows: ['--proxy-client-cert-file'],
      others: ['--requestheader-client-ca-file'],
      says: 'The certificate is signed by this CA.',
      reason:
        'Nothing outside shows which CA signed it: who receives the certificate has a CA of its own. Both flags are judged alone.',
    },
  ],
}
