import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A position in a compiled file, as reported by the runtime; line and column begin with 1. */
export interface CompiledPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

// Deep enough for a table whose rules are created through several functions.
const mostFrames = 30
const harness = fileURLToPath(new URL('..', import.meta.url))

/** Returns the nearest caller outside the harness: the line of a suite with the declaration. */
export function declaredAt(): CompiledPlace | undefined {
  const limit = Error.stackTraceLimit
  const prepare: unknown = Reflect.get(Error, 'prepareStackTrace')
  try {
    Error.stackTraceLimit = mostFrames
    Error.prepareStackTrace = (_error, sites) => sites.map(placeOf).find((place) => place !== undefined)
    const holder: { readonly stack?: unknown } = {}
    Error.captureStackTrace(holder, declaredAt)
    return holder.stack as CompiledPlace | undefined
  } finally {
    Error.stackTraceLimit = limit
    Reflect.set(Error, 'prepareStackTrace', prepare)
  }
}

function placeOf(site: NodeJS.CallSite): CompiledPlace | undefined {
  const [name, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()]
  if (!name || name.startsWith('node:') || line === null || column === null) return undefined
  const file = name.startsWith('file:') ? fileURLToPath(name) : name
  const isTesting = file.startsWith(`${harness}testing${sep}`)
  return file.startsWith(harness) && !isTesting ? undefined : { file, line, column }
}
