import type { ConstraintTable } from '../table.ts'

/** Constraints of the authenticators in the file and of anonymous requests. */
export const anonymous: ConstraintTable = {
  document: 1,
  section: 'AuthenticationConfiguration',
  constraints: [
    {
      kind: 'excludes',
      rows: ['jwt'],
      others: ['url'],
      says: 'Two authenticators with one issuer URL are invalid, so that at most one of them verifies a token.',
      rules: ['authn.jwt.only-one-entry-validates', 'authn.file.issuer-url-unique'],
    },
    {
      kind: 'governs',
      rows: ['jwt'],
      others: ['issuer'],
      says: 'The authenticators are tried in the order of the list.',
      rules: ['authn.jwt.list-order'],
    },
    {
      kind: 'excludes',
      rows: ['anonymous'],
      others: ['--anonymous-auth'],
      at: { document: 3, section: 'API server flags' },
      says: 'The flag is not set if the file configures anonymous requests, whatever the two values are.',
      rules: ['authn.anonymous.excludes-flag', 'flag.authentication-config.excludes-anonymous-auth'],
    },
    {
      kind: 'replaces',
      rows: ['anonymous'],
      others: ['--anonymous-auth'],
      at: { document: 3, section: 'API server flags' },
      says: 'A file without this member leaves the decision to the flag.',
      rules: ['flag.anonymous-auth.beside-file'],
    },
    {
      kind: 'ignored-without',
      rows: ['conditions'],
      others: ['enabled'],
      says: 'If anonymous requests are disabled, the effect of conditions is open.',
      rules: ['authn.file.open-conditions'],
    },
    {
      kind: 'governs',
      rows: ['conditions'],
      others: ['enabled'],
      says: 'Conditions restrict anonymous requests to the listed paths, and other users are not concerned.',
      rules: ['authn.anonymous.conditions'],
    },
  ],
}
