/** Returns the target with a JSON merge patch applied (RFC 7396 §2). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = mergePatch(result[name], value)
  }
  return result
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
