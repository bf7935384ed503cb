import type { ChangedFile, Hunk } from './diff.ts'
import { parseRanges, type Range } from './ranges.ts'
import { otherLines, type ReachFile } from './schema.ts'

/** The checks that reach a part of a file: a glob of ids, or the index of a set. */
export type Reachers = string | number

/** A recorded file, for looking up its lines. */
export interface RecordedFile {
  /** Globs of the checks that reach the whole file. */
  readonly globs: readonly string[]
  readonly parts: readonly { readonly ranges: readonly Range[]; readonly set: number }[]
  /** The set of all other lines, if they matter. */
  readonly otherLinesSet: number | undefined
}

/** Returns a file of a recording for looking up its lines. */
export function recordedFile(parts: ReachFile['files'][string]): RecordedFile {
  const lines = parts.filter((part) => typeof part !== 'string')
  return {
    globs: parts.filter((part) => typeof part === 'string'),
    parts: lines.flatMap(([text, set]) => (text === otherLines ? [] : [{ ranges: parseRanges(text), set }])),
    otherLinesSet: lines.find(([text]) => text === otherLines)?.[1],
  }
}

/** Returns the checks that reach the changed lines of a file. A check may occur more than once. */
export function reachersOfChange(file: RecordedFile, { hunks }: Pick<ChangedFile, 'hunks'>): Reachers[] {
  return [
    ...file.globs,
    ...hunks.flatMap((hunk) => [...reachersOfRemovedLines(file, hunk), ...reachersOfAddedLines(file, hunk)]),
  ]
}

function reachersOfRemovedLines(file: RecordedFile, { removed }: Hunk): Reachers[] {
  return [...removed].flatMap(([line, text]) => (isComment(text) ? [] : setsAt(file, line, isImport(text))))
}

/**
 * Returns the checks that reach added lines: those of the old lines around them, unless the lines replace old lines.
 */
function reachersOfAddedLines(file: RecordedFile, { removed, added }: Hunk): Reachers[] {
  return added.flatMap(({ after, text }) => {
    const replacedLine = removed.get(after)
    if (isComment(text) || (replacedLine !== undefined && !isComment(replacedLine))) return []
    const neighbouringParts = [...partsAt(file, after), ...partsAt(file, after + 1)]
    if (neighbouringParts.length > 0) return neighbouringParts
    return file.otherLinesSet === undefined
      ? nearest(file, after)
      : isImport(text)
        ? []
        : [file.otherLinesSet]
  })
}

function setsAt(file: RecordedFile, line: number, isIgnoredElsewhere: boolean): Reachers[] {
  const sets = partsAt(file, line)
  if (sets.length > 0 || file.otherLinesSet === undefined || isIgnoredElsewhere) return sets
  return [file.otherLinesSet]
}

function partsAt({ parts }: RecordedFile, line: number): number[] {
  return parts.flatMap(({ ranges, set }) =>
    ranges.some(({ from, to }) => from <= line && line <= to) ? [set] : [],
  )
}

/** Returns the sets of the nearest recorded lines above and below. */
function nearest({ parts }: RecordedFile, line: number): number[] {
  const ends = parts.flatMap(({ ranges, set }) => ranges.map((range) => ({ ...range, set })))
  const endsAbove = ends.filter(({ to }) => to <= line)
  const endsBelow = ends.filter(({ from }) => from > line)
  const nearestAbove = Math.max(...endsAbove.map(({ to }) => to))
  const nearestBelow = Math.min(...endsBelow.map(({ from }) => from))
  return [
    ...endsAbove.filter(({ to }) => to === nearestAbove),
    ...endsBelow.filter(({ from }) => from === nearestBelow),
  ].map(({ set }) => set)
}

/**
 * Reports whether a line does nothing: it is empty, or a comment of C, Go, Java, Rust, TypeScript and similar
 * languages.
 */
function isComment(text: string): boolean {
  return /^\s*(?:\/\/.*|\/\*.*|\*(?:[ /].*)?)?$/.test(text)
}

/** Reports whether a line outside all blocks only names another file: `import x`, or a line of Go's list of imports. */
function isImport(text: string): boolean {
  return /^\s*(?:import\b.*|(?:[\w.]+\s+)?"[^"]+")$/.test(text)
}
