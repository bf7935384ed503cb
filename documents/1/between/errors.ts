import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const authenticationConfiguration = inSection(1, 'AuthenticationConfiguration')
const { requires } = constraintsOf(1, 'Errors')

/** Constraints on required fields. */
export const errors: readonly Constraint[] = [
  requires('exclusivity and required fields', authenticationConfiguration('anonymous', 'conditions', 'jwt'))
    .says('A required field is left out only if its row permits this.')
    .by(
      'authn.file.required-jwt',
      'authn.file.required-anonymous-enabled',
      'authn.file.required-condition-path',
    ),
]
