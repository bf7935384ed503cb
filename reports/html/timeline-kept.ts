import type { TimelineEntry } from '#harness/events.ts'

// The clients and peers of a picture of states; what is beyond this would not be told apart.
const mostOutlines = 60

/** The entries of a timeline that the page draws, oldest first. */
export function keptEntries(all: readonly TimelineEntry[], most: number): readonly TimelineEntry[] {
  const sorted = all.toSorted((a, b) => a.atMs - b.atMs)
  return sorted.some(isDocumented) ? outlined(sorted, most) : bounded(sorted, most)
}

/** Whether something is a transition that the documents name, at the moment at which they have it. */
export function isDocumented({ source }: TimelineEntry): boolean {
  return source === 'documented'
}

/** What shows how states follow each other, whole: transitions, signals and all that lasts. The rest as far as it fits. */
function outlined(entries: readonly TimelineEntry[], most: number): readonly TimelineEntry[] {
  const isOutline = (entry: TimelineEntry): boolean =>
    isDocumented(entry) || ['signal', 'start', 'exit'].includes(entry.kind) || isSpan(entry)
  const outline = bounded(entries.filter(isOutline), Math.max(most, mostOutlines))
  const rest = bounded(
    entries.filter((entry) => !isOutline(entry)),
    Math.max(0, most - outline.length),
  )
  const kept = new Set([...outline, ...rest])
  return entries.filter((entry) => kept.has(entry))
}

function isSpan({ kind, untilMs }: TimelineEntry): boolean {
  return kind === 'request' && untilMs !== undefined
}

/** The beginning and, more of it, the end: how things started and how they came to the verdict. */
function bounded(entries: readonly TimelineEntry[], most: number): readonly TimelineEntry[] {
  if (entries.length <= most) return entries
  const head = Math.floor(most / 3)
  return [...entries.slice(0, head), ...entries.slice(entries.length - (most - head))]
}
