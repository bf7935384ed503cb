import * as v from 'valibot'
import { nearest } from '#harness/nearest.ts'
import { documentShape, type Shapes, unknownField } from '../peer/index.ts'

const urlMembers = [
  'issuer',
  'jwks_uri',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
  'registration_endpoint',
  'end_session_endpoint',
] as const
const listMembers = [
  'response_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'grant_types_supported',
  'scopes_supported',
  'claims_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
] as const
const members: readonly string[] = [...urlMembers, ...listMembers]

// Issuers may have additional members (OpenID Connect Discovery 1.0 §3), so only a misspelled member is unknown.
const discovery = documentShape(
  v.looseObject({
    ...Object.fromEntries(urlMembers.map((name) => [name, v.optional(v.string())])),
    ...Object.fromEntries(listMembers.map((name) => [name, v.optional(v.array(v.string()))])),
  }),
)
const keys = documentShape(v.partial(v.strictObject({ keys: v.array(v.record(v.string(), v.unknown())) })))

/** Values that a script may merge into the documents of an issuer. */
export const shapes: Shapes = {
  discovery: {
    merge: (value, path) => {
      const misspelledName = Object.keys(value as object).find(
        (name) => !members.includes(name) && nearest(name, members) !== undefined,
      )
      if (misspelledName !== undefined) throw unknownField(`${path}.${misspelledName}`, members)
      return discovery.merge(value, path)
    },
  },
  keys,
}
