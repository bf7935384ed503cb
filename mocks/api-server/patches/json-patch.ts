import { applyPatch, type Operation } from 'rfc6902'
import { badRequest, Refusal } from '../model/refusal.ts'

/**
 * Applies a JSON patch (RFC 6902) to a copy. Throws `Refusal`: 400 for an invalid patch, 422 for a patch that does not
 * match the target.
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest('error decoding patch: a JSON patch is a list of operations')
  const patched = structuredClone(target)
  const failure = applyPatch(patched, patch as Operation[]).find((error) => error !== null)
  if (failure === undefined) return patched
  throw new Refusal(
    422,
    `the server rejected our request due to an error in our request: ${failure.message}`,
    'Invalid',
    {},
  )
}
