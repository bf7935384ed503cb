import { duration, exactly } from './words.ts'

/** Position of moments on a drawn axis, in percent of its width. */
export interface Scale {
  at(ms: number): number
  readonly ticks: readonly Tick[]
  /** Idle periods, drawn shorter than they were. */
  readonly breaks: readonly { readonly from: number; readonly to: number; readonly label: string }[]
}

/** Labelled moment. Minor ones are omitted when there is little room. */
export interface Tick {
  readonly at: number
  readonly label: string
  readonly minor: boolean
}

// Maximum share of the axis for a wait, so that the events around it stay apart.
const maxGapShare = 0.18
// With similar gaps, none is a wait.
const longGapFactor = 4
// Events at almost the same time still get this share of an even spacing.
const equalShare = 0.5
const margin = 2
const tickDistance = 13

/** Returns a scale over some moments. Times are relative to `originMs`. */
export function scaleOf(momentsMs: readonly number[], originMs: number): Scale {
  const times = [...new Set(momentsMs)].toSorted((a, b) => a - b)
  const first = times[0] ?? originMs
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  const min = equalShare / Math.max(1, gaps.length)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const isBreak = (gap: number): boolean =>
    gaps.length > 3 && gap / total > maxGapShare && gap > longGapFactor * usual
  const shares = gaps.map((gap) => (isBreak(gap) ? maxGapShare : Math.max(gap / total, min)))
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

/** Returns a moment relative to the start of the check. */
export function offset(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${exactly(Math.abs(ms))}`
}

// Outer labels begin or end at their tick. The others are centred on it.
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
