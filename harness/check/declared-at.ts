import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A location in a compiled file, as reported by the runtime. The first line and the first column have the
 * number 1.
 */
export interface CompiledLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

// Maximum number of stack frames: enough for rules of tables, which several nested functions declare.
const maxFrames = 30
const harnessFolder = fileURLToPath(new URL('..', import.meta.url))

/** Returns the location of the nearest caller outside the harness, which is the declaration in a suite. */
export function declarationLocation(): CompiledLocation | undefined {
  const originalLimit = Error.stackTraceLimit
  const originalPrepare: unknown = Reflect.get(Error, 'prepareStackTrace')
  try {
    Error.stackTraceLimit = maxFrames
    Error.prepareStackTrace = (_error, sites) => sites.map(locationOf).find((place) => place !== undefined)
    const holder: { readonly stack?: unknown } = {}
    Error.captureStackTrace(holder, declarationLocation)
    return holder.stack as CompiledLocation | undefined
  } finally {
    Error.stackTraceLimit = originalLimit
    Reflect.set(Error, 'prepareStackTrace', originalPrepare)
  }
}

function locationOf(site: NodeJS.CallSite): CompiledLocation | undefined {
  const [name, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()]
  if (!name || name.startsWith('node:') || line === null || column === null) return undefined
  const file = name.startsWith('file:') ? fileURLToPath(name) : name
  const isTestSupport = file.startsWith(`${harnessFolder}testing${sep}`)
  return file.startsWith(harnessFolder) && !isTestSupport ? undefined : { file, line, column }
}
