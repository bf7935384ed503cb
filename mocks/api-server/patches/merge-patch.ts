import { isRecord } from '../model/object.ts'

/** Applies a merge patch (RFC 7396): `null` removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch
  const mergedFields: Record<string, unknown> = isRecord(target) ? { ...target } : {}
  for (const [field, fieldPatch] of Object.entries(patch)) {
    if (fieldPatch === null) delete mergedFields[field]
    else mergedFields[field] = mergePatch(mergedFields[field], fieldPatch)
  }
  return mergedFields
}
