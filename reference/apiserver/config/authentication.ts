import { authenticationFields } from './authentication-fields.ts'
import type { KindReader } from './load.ts'
import { validateAuthentication } from './validate-authentication.ts'

/** Reader of the file of `--authentication-config`. */
export const authenticationKind: KindReader<typeof authenticationFields> = {
  kind: 'AuthenticationConfiguration',
  fields: authenticationFields,
  validate: validateAuthentication,
}
