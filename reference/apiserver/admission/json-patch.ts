import { applyPatch, type Operation } from 'rfc6902'
import type { Json } from '../../serving/json-body.ts'

/** Returns the object with a JSON patch (RFC 6902) applied. Throws if the patch does not match the object. */
export function applyJsonPatch(object: Json, patch: string): Json {
  const patchedObject = structuredClone(object)
  const problem = applyPatch(patchedObject, JSON.parse(patch) as Operation[]).find(
    (result) => result !== null,
  )
  if (problem !== undefined) throw problem
  return patchedObject
}
