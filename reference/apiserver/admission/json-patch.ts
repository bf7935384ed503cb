import type { Json } from '../http/json-body.ts'

interface Operation {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

type Container = Record<string, unknown> | unknown[]

/** Applies a JSON patch (RFC 6902) of additions, replacements and removals; throws for any other operation. */
export function applyPatch(object: Json, patch: string): Json {
  const root = { document: structuredClone(object) as unknown }
  for (const operation of JSON.parse(patch) as Operation[]) apply(root, operation)
  return root.document as Json
}

function apply(root: { document: unknown }, { op, path, value }: Operation): void {
  const parts = [
    'document',
    ...path
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  ]
  const last = parts.pop() ?? ''
  const parent = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], root) as Container
  if (op === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else delete parent[last]
  } else if (op === 'add' || op === 'replace') {
    if (!Array.isArray(parent)) parent[last] = value
    else if (op === 'replace') parent[Number(last)] = value
    else parent.splice(last === '-' ? parent.length : Number(last), 0, value)
  } else throw new Error(`the patch wants to ${op}`)
}
