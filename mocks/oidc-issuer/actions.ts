import * as v from 'valibot'
import { HarnessError } from '#harness/errors.ts'
import type { PeerControl } from '#harness/peer.ts'
import type { OidcIssuer } from './issuer.ts'
import { algorithms } from './token.ts'

const minting = v.strictObject({
  claims: v.exactOptional(v.record(v.string(), v.unknown())),
  algorithm: v.exactOptional(v.picklist(algorithms)),
  header: v.exactOptional(v.record(v.string(), v.unknown())),
  tamper: v.exactOptional(v.picklist(['signature', 'payload', 'header', 'no-signature', 'two-parts'])),
})
const rotating = v.strictObject({ keepOld: v.exactOptional(v.boolean()) })

/** Returns the actions of an issuer for control from outside: `token` mints a token, `rotate` replaces the keys. */
export function mintingActions(issuer: OidcIssuer): PeerControl['actions'] {
  return {
    token: async (input) => {
      const { claims, ...options } = read(minting, input)
      return { token: await issuer.mint(claims && withoutNulls(claims), options) }
    },
    rotate: async (input) => {
      await issuer.rotate(read(rotating, input))
      return {}
    },
  }
}

/** JSON has no `undefined`: a claim that is null is omitted. */
function withoutNulls(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, value ?? undefined]))
}

function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [mistake] = result.issues
  throw new HarnessError('usage', `${v.getDotPath(mistake) ?? 'The body'}: ${mistake.message}`)
}
