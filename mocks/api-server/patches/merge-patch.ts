import { isRecord } from '../model/object.ts'

/** Applies a merge patch (RFC 7396): `null` removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {}
  for (const [field, wanted] of Object.entries(patch)) {
    if (wanted === null) delete merged[field]
    else merged[field] = mergePatch(merged[field], wanted)
  }
  return merged
}
