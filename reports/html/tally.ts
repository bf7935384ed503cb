import { count, type DisplayedVerdict, displayedVerdicts, verdictWords } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'

/** Counts verdicts, the worst first. */
export function tally(
  verdicts: readonly DisplayedVerdict[],
): { readonly shown: DisplayedVerdict; readonly n: number }[] {
  return displayedVerdicts.toReversed().flatMap((shown) => {
    const n = verdicts.filter((one) => one === shown).length
    return n === 0 ? [] : [{ shown, n }]
  })
}

// Minimum width of a segment, as a share of the bar, so that a single broken check among hundreds is visible.
const minSegmentShare = 0.012

/** Renders verdicts as parts of a bar, with text for screen readers. */
export function tallyBar(verdicts: readonly DisplayedVerdict[], noun = 'rule', className = 'bar'): Markup {
  let offset = 0
  const segmentShares = tally(verdicts).map(({ shown, n }) => ({
    shown,
    n,
    share: Math.max(n / verdicts.length, minSegmentShare),
  }))
  const shareSum = segmentShares.reduce((all, { share }) => all + share, 0)
  const segments = segmentShares.map(({ shown, n, share }) => {
    const width = (share / shareSum) * 100
    const segment = html`<rect class="f-${shown}" x="${offset.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"><title>${count(n, noun)} ${verdictWords(shown)}</title></rect>`
    offset += width
    return segment
  })
  const segmentLabels = tally(verdicts).map(({ shown, n }) => `${n} ${verdictWords(shown)}`)
  return html`<svg class="${className}" role="img" aria-label="${segmentLabels.join(', ')}">${segments}</svg>`
}
