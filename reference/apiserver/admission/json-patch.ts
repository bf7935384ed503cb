import { applyPatch, type Operation } from 'rfc6902'
import type { Json } from '../../serving/json-body.ts'

/** The object with a JSON patch (RFC 6902) applied; throws when the patch does not fit it. */
export function patched(object: Json, patch: string): Json {
  const changed = structuredClone(object)
  const problem = applyPatch(changed, JSON.parse(patch) as Operation[]).find((result) => result !== null)
  if (problem !== undefined) throw problem
  return changed
}
