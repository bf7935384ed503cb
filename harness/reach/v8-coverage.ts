import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MappedPlace, placesOf } from './source-map.ts'
import type { ReachTable } from './table.ts'

/** A file that V8 writes for Node, as far as it is used. */
interface CoverageFile {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly CountedRange[] }[]
  }[]
}

/** A range of a script, with the number of its executions. Two ranges are nested or disjoint. */
export interface CountedRange {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** Reports whether a file in the folder of a start is coverage of a program of Node. */
export function isV8Coverage(name: string): boolean {
  return name.startsWith('coverage-') && name.endsWith('.json')
}

/** Adds coverage files of Node processes to a table. The source map of each script is read once. */
export class V8Coverage {
  readonly #places = new Map<string, readonly MappedPlace[]>()

  /** Adds the record of one process. */
  add(path: string, start: number, table: ReachTable): void {
    const { result } = JSON.parse(readFileSync(path, 'utf8')) as CoverageFile
    for (const { url, functions } of result) {
      const script = pathOf(url)
      if (script === undefined) continue
      const places = this.#placesOf(script)
      const counts = countsAt(
        places.map(({ offset }) => offset),
        functions.flatMap(({ ranges }) => ranges),
      )
      places.forEach(({ file, line }, index) => {
        const key = `${file}:${line}`
        table.addBlock(key, { file, from: line, to: line })
        if ((counts[index] ?? 0) > 0) table.addStart(key, start)
      })
    }
  }

  #placesOf(script: string): readonly MappedPlace[] {
    const knownPlaces = this.#places.get(script)
    if (knownPlaces !== undefined) return knownPlaces
    const places = placesOf(script).toSorted((a, b) => a.offset - b.offset)
    this.#places.set(script, places)
    return places
  }
}

/**
 * Returns the number of executions at each of the ascending offsets: the number of the innermost range around the
 * offset.
 */
export function countsAt(offsets: readonly number[], ranges: readonly CountedRange[]): number[] {
  const sortedRanges = ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const openRanges: CountedRange[] = []
  let nextIndex = 0
  return offsets.map((offset) => {
    for (
      let range = sortedRanges[nextIndex];
      range !== undefined && range.startOffset <= offset;
      range = sortedRanges[++nextIndex]
    ) {
      closeBefore(openRanges, range.startOffset)
      openRanges.push(range)
    }
    closeBefore(openRanges, offset)
    return openRanges.at(-1)?.count ?? 0
  })
}

/** Removes the ranges that end before an offset. */
function closeBefore(open: CountedRange[], offset: number): void {
  for (let last = open.at(-1); last !== undefined && last.endOffset <= offset; last = open.at(-1)) open.pop()
}

/** Returns the path of a script; undefined for the modules of Node itself and for installed packages. */
function pathOf(url: string): string | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return path.startsWith('/') && !path.includes('/node_modules/') ? path : undefined
}
