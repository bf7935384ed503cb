import * as v from 'valibot'
import { HarnessError } from '#harness/errors.ts'
import type { PeerControl } from '#harness/peer.ts'
import type { OidcIssuer } from './issuer.ts'
import { algorithms } from './token.ts'

const mintRequest = v.strictObject({
  claims: v.exactOptional(v.record(v.string(), v.unknown())),
  algorithm: v.exactOptional(v.picklist(algorithms)),
  header: v.exactOptional(v.record(v.string(), v.unknown())),
  tamper: v.exactOptional(v.picklist(['signature', 'payload', 'header', 'no-signature', 'two-parts'])),
})
const rotationInput = v.strictObject({ keepOld: v.exactOptional(v.boolean()) })

/**
 * Returns the actions with which a control server controls an issuer: `token` mints a token, `rotate` replaces the
 * keys.
 */
export function mintingActions(issuer: OidcIssuer): PeerControl['actions'] {
  return {
    token: async (input) => {
      const { claims, ...options } = parseInput(mintRequest, input)
      return { token: await issuer.mint(claims && withoutNulls(claims), options) }
    },
    rotate: async (input) => {
      await issuer.rotate(parseInput(rotationInput, input))
      return {}
    },
  }
}

/**
 * Returns the claims with `undefined` in place of null, because JSON has no `undefined`: a claim that is null is
 * omitted from the token.
 */
function withoutNulls(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, value ?? undefined]))
}

function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [firstIssue] = result.issues
  throw new HarnessError('usage', `${v.getDotPath(firstIssue) ?? 'The body'}: ${firstIssue.message}`)
}
