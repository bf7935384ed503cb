import type { ConstraintTable } from '../table.ts'

/** Constraints of required fields. */
export const requiredFields: ConstraintTable = {
  document: 1,
  section: 'Errors',
  constraints: [
    {
      kind: 'requires',
      rows: ['exclusivity and required fields'],
      others: ['anonymous', 'conditions', 'jwt'],
      at: { section: 'AuthenticationConfiguration' },
      says: 'A required field is left out only if its row permits this.',
      rules: [
        'authn.file.required-jwt',
        'authn.file.required-anonymous-enabled',
        'authn.file.required-condition-path',
      ],
    },
  ],
}
