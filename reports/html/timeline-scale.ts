import { duration, durationText } from './words.ts'

/** Position of moments on a drawn axis, in percent of its width. */
export interface Scale {
  at(ms: number): number
  readonly ticks: readonly Tick[]
  /** Idle periods, drawn shorter than they were. */
  readonly breaks: readonly { readonly from: number; readonly to: number; readonly label: string }[]
}

/** Labelled moment. Minor ticks are omitted when there is little room. */
export interface Tick {
  readonly at: number
  readonly label: string
  readonly isMinor: boolean
}

// Maximum share of the axis for a wait, so that the events around it stay apart.
const maxGapShare = 0.18
// A gap is a wait only if it is longer than the median gap by this factor.
const longGapFactor = 4
// Minimum distance of events at almost the same time, as a share of an even spacing.
const equalShare = 0.5
const marginPercent = 2
const tickDistance = 13

/** Returns a scale over the moments. Times are relative to `originMs`. */
export function scaleOf(momentsMs: readonly number[], originMs: number): Scale {
  const distinctTimes = [...new Set(momentsMs)].toSorted((a, b) => a - b)
  const firstMs = distinctTimes[0] ?? originMs
  const gaps = distinctTimes.slice(1).map((time, index) => time - (distinctTimes[index] ?? time))
  const totalMs = gaps.reduce((sum, gap) => sum + gap, 0)
  const minShare = equalShare / Math.max(1, gaps.length)
  const medianGap = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const isBreak = (gap: number): boolean =>
    gaps.length > 3 && gap / totalMs > maxGapShare && gap > longGapFactor * medianGap
  const gapShares = gaps.map((gap) => (isBreak(gap) ? maxGapShare : Math.max(gap / totalMs, minShare)))
  const shareSum = gapShares.reduce((all, share) => all + share, 0)
  const stops = [marginPercent]
  for (const share of gapShares)
    stops.push((stops.at(-1) ?? marginPercent) + (share / shareSum) * (100 - 2 * marginPercent))

  const positionAt = (ms: number): number => {
    const index = Math.max(
      0,
      distinctTimes.findLastIndex((time) => time <= ms),
    )
    const [from, to] = [distinctTimes[index] ?? firstMs, distinctTimes[index + 1]]
    const start = stops[index] ?? marginPercent
    if (to === undefined) return start
    const fraction = Math.min(1, Math.max(0, (ms - from) / (to - from)))
    return start + fraction * ((stops[index + 1] ?? start) - start)
  }
  return {
    at: positionAt,
    ticks: ticksWithDistance(
      distinctTimes.map((time) => ({ at: positionAt(time), label: offsetText(time - originMs) })),
    ),
    breaks: gaps.flatMap((gap, index) =>
      isBreak(gap) ? [{ from: stops[index] ?? 0, to: stops[index + 1] ?? 0, label: duration(gap) }] : [],
    ),
  }
}

/** Returns a moment relative to the start of the check. */
export function offsetText(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${durationText(Math.abs(ms))}`
}

// An outer label begins or ends at its tick, while every other label is centred on its tick.
const outerDistance = 1.5 * tickDistance
// On a small screen, labels need three times the space.
const narrowDistance = 3 * tickDistance

function ticksWithDistance(ticks: readonly { at: number; label: string }[]): Tick[] {
  const keptTicks: { at: number; label: string }[] = []
  for (const tick of ticks) {
    const previousTick = keptTicks.at(-1)
    if (previousTick?.label === tick.label) continue
    const minDistance = keptTicks.length === 1 ? outerDistance : tickDistance
    if (tick.at - (previousTick?.at ?? -Infinity) >= minDistance) keptTicks.push(tick)
  }
  const lastPosition = keptTicks.at(-1)?.at ?? 0
  let lastMajorPosition = -Infinity
  return keptTicks.map((tick) => {
    const isLast = tick.at === lastPosition
    const isMinor =
      tick.at - lastMajorPosition < narrowDistance ||
      (!isLast && lastPosition - tick.at < narrowDistance && lastMajorPosition >= 0)
    if (!isMinor) lastMajorPosition = tick.at
    return { ...tick, isMinor }
  })
}
