import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { decode } from '@jridgewell/sourcemap-codec'
import { orFallback } from '../errors.ts'

/** A place in a script, and the source line from which it was compiled. */
export interface MappedPlace {
  /** Offset in the script, in characters. */
  readonly offset: number
  readonly file: string
  readonly line: number
}

/** The parts of a source map that are used (ECMA-426). */
interface SourceMapFile {
  readonly mappings: string
  readonly sources: readonly (string | null)[]
  readonly sourceRoot?: string
}

/**
 * Returns the places of a script in the order of their offsets, without the places of installed packages. A script
 * without a source map is its own source.
 */
export function placesOf(path: string): MappedPlace[] {
  const text = orFallback(() => readFileSync(path, 'utf8'), '')
  const map = sourceMapOf(path, text)
  return (map === undefined ? ownPlaces(path, text) : mappedPlaces(path, text, map)).filter(
    ({ file }) => !file.includes('node_modules/'),
  )
}

/** Returns the source map that a script names, or that is next to it; undefined if the script has no source map. */
function sourceMapOf(path: string, text: string): SourceMapFile | undefined {
  const [, named] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text.slice(text.lastIndexOf('\n//#'))) ?? []
  const [, inline] = /^data:application\/json[^,]*;base64,(.+)$/.exec(named ?? '') ?? []
  if (inline !== undefined) return parseSourceMap(Buffer.from(inline, 'base64').toString('utf8'))
  const file = named === undefined ? `${path}.map` : fileURLToPath(new URL(named, pathToFileURL(path)))
  return existsSync(file) ? parseSourceMap(readFileSync(file, 'utf8')) : undefined
}

function parseSourceMap(text: string): SourceMapFile | undefined {
  const map = orFallback(() => JSON.parse(text) as Partial<SourceMapFile>, {})
  return typeof map.mappings === 'string' && Array.isArray(map.sources) ? (map as SourceMapFile) : undefined
}

function mappedPlaces(path: string, text: string, map: SourceMapFile): MappedPlace[] {
  const starts = lineStarts(text)
  const files = map.sources.map((source) =>
    pathOf(resolve(dirname(path), map.sourceRoot ?? '', source ?? '')),
  )
  return decode(map.mappings).flatMap((segments, index) =>
    segments.flatMap((segment) => {
      const [column, source, line] = segment
      const file = source === undefined ? undefined : files[source]
      if (file === undefined || line === undefined) return []
      return [{ offset: (starts[index] ?? 0) + column, file, line: line + 1 }]
    }),
  )
}

/** Returns the first character of each line that is not a space. */
function ownPlaces(path: string, text: string): MappedPlace[] {
  const file = pathOf(path)
  return lineStarts(text).flatMap((start, index) => {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? undefined : end)
    const column = line.search(/\S/)
    return column === -1 ? [] : [{ offset: start + column, file, line: index + 1 }]
  })
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Returns a path from the working directory, or an absolute path for a file that is not below it. */
function pathOf(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere
}
