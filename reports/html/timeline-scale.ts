import { duration, exactly } from './words.ts'

/** Where moments stand on a drawn axis, in percent of its width. */
export interface Scale {
  at(ms: number): number
  readonly ticks: readonly Tick[]
  /** Stretches in which nothing happened, drawn shorter than they were. */
  readonly breaks: readonly { readonly from: number; readonly to: number; readonly label: string }[]
}

/** A labelled moment; where there is little room, the minor ones go. */
export interface Tick {
  readonly at: number
  readonly label: string
  readonly minor: boolean
}

// A wait takes at most this share of the axis, so that what happens around it stays apart.
const longestShare = 0.18
// Where all gaps are alike, none is a wait.
const muchLonger = 4
// What happens at almost the same time still gets this share of an even spacing.
const evenShare = 0.5
const margin = 2
const tickDistance = 13

/** A scale over some moments; times are told relative to `originMs`. */
export function scaleOf(momentsMs: readonly number[], originMs: number): Scale {
  const times = [...new Set(momentsMs)].toSorted((a, b) => a - b)
  const first = times[0] ?? originMs
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  const least = evenShare / Math.max(1, gaps.length)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const isBreak = (gap: number): boolean =>
    gaps.length > 3 && gap / total > longestShare && gap > muchLonger * usual
  const shares = gaps.map((gap) => (isBreak(gap) ? longestShare : Math.max(gap / total, least)))
  const sum = shares.reduce((all, share) => all + share, 0)
  const stops = [margin]
  for (const share of shares) stops.push((stops.at(-1) ?? margin) + (share / sum) * (100 - 2 * margin))

  const at = (ms: number): number => {
    const index = Math.max(
      0,
      times.findLastIndex((time) => time <= ms),
    )
    const [from, to] = [times[index] ?? first, times[index + 1]]
    const start = stops[index] ?? margin
    if (to === undefined) return start
    const part = Math.min(1, Math.max(0, (ms - from) / (to - from)))
    return start + part * ((stops[index + 1] ?? start) - start)
  }
  return {
    at,
    ticks: spaced(times.map((time) => ({ at: at(time), label: offset(time - originMs) }))),
    breaks: gaps.flatMap((gap, index) =>
      isBreak(gap) ? [{ from: stops[index] ?? 0, to: stops[index + 1] ?? 0, label: duration(gap) }] : [],
    ),
  }
}

/** A moment relative to the start of the check. */
export function offset(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${exactly(Math.abs(ms))}`
}

// The outer labels begin or end at their tick; the others have it in their middle.
const outerDistance = 1.5 * tickDistance
// On a small screen labels need three times the room.
const narrowDistance = 3 * tickDistance

function spaced(ticks: readonly { at: number; label: string }[]): Tick[] {
  const kept: { at: number; label: string }[] = []
  for (const tick of ticks) {
    const before = kept.at(-1)
    if (before?.label === tick.label) continue
    const room = kept.length === 1 ? outerDistance : tickDistance
    if (tick.at - (before?.at ?? -Infinity) >= room) kept.push(tick)
  }
  const last = kept.at(-1)?.at ?? 0
  let major = -Infinity
  return kept.map((tick) => {
    const isLast = tick.at === last
    const minor =
      tick.at - major < narrowDistance || (!isLast && last - tick.at < narrowDistance && major >= 0)
    if (!minor) major = tick.at
    return { ...tick, minor }
  })
}
