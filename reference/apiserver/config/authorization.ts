import { authorizationFields } from './authorization-fields.ts'
import type { KindReader } from './load.ts'
import { validateAuthorization } from './validate-authorization.ts'

/** Reader of the file of `--authorization-config`. */
export const authorizationKind: KindReader<typeof authorizationFields> = {
  kind: 'AuthorizationConfiguration',
  fields: authorizationFields,
  validate: validateAuthorization,
}
