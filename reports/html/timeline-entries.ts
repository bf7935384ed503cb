import type { TimelineEntry } from '#harness/events.ts'

// Limit of the entries that show the sequence of states, even if the limit of all entries is lower.
const minOutlineLimit = 60

/** Returns the entries of a timeline that the page draws, oldest first. */
export function displayedEntries(entries: readonly TimelineEntry[], max: number): readonly TimelineEntry[] {
  const sortedEntries = entries.toSorted((a, b) => a.atMs - b.atMs)
  return sortedEntries.some(isDocumented)
    ? outlineEntries(sortedEntries, max)
    : firstAndLastEntries(sortedEntries, max)
}

/** Reports whether an entry is a transition that the documents name, at its documented time. */
export function isDocumented({ source }: TimelineEntry): boolean {
  return source === 'documented'
}

/**
 * Keeps all entries that show the sequence of states: transitions, signals and everything with a duration. Other
 * entries are kept up to the limit.
 */
function outlineEntries(entries: readonly TimelineEntry[], max: number): readonly TimelineEntry[] {
  const isOutline = (entry: TimelineEntry): boolean =>
    isDocumented(entry) || ['signal', 'start', 'exit'].includes(entry.kind) || isSpan(entry)
  const outline = firstAndLastEntries(entries.filter(isOutline), Math.max(max, minOutlineLimit))
  const otherEntries = firstAndLastEntries(
    entries.filter((entry) => !isOutline(entry)),
    Math.max(0, max - outline.length),
  )
  const keptEntries = new Set([...outline, ...otherEntries])
  return entries.filter((entry) => keptEntries.has(entry))
}

function isSpan({ kind, untilMs }: TimelineEntry): boolean {
  return kind === 'request' && untilMs !== undefined
}

/** Keeps the beginning and a larger part of the end: the start, and the events that led to the verdict. */
function firstAndLastEntries(entries: readonly TimelineEntry[], max: number): readonly TimelineEntry[] {
  if (entries.length <= max) return entries
  const head = Math.floor(max / 3)
  return [...entries.slice(0, head), ...entries.slice(entries.length - (max - head))]
}
