import { count, type Shown, shownVerdicts, wordsOf } from '../shown.ts'
import { html, type Markup } from './markup.ts'

/** Counts verdicts, the worst first. */
export function tally(some: readonly Shown[]): { readonly shown: Shown; readonly n: number }[] {
  return shownVerdicts.toReversed().flatMap((shown) => {
    const n = some.filter((one) => one === shown).length
    return n === 0 ? [] : [{ shown, n }]
  })
}

// A single broken check among hundreds must be visible.
const leastShare = 0.012

/** Renders verdicts as parts of a bar, with text for screen readers. */
export function tallyBar(some: readonly Shown[], noun = 'rule', className = 'bar'): Markup {
  let from = 0
  const shares = tally(some).map(({ shown, n }) => ({
    shown,
    n,
    share: Math.max(n / some.length, leastShare),
  }))
  const sum = shares.reduce((all, { share }) => all + share, 0)
  const parts = shares.map(({ shown, n, share }) => {
    const width = (share / sum) * 100
    const part = html`<rect class="f-${shown}" x="${from.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"><title>${count(n, noun)} ${wordsOf(shown)}</title></rect>`
    from += width
    return part
  })
  const words = tally(some).map(({ shown, n }) => `${n} ${wordsOf(shown)}`)
  return html`<svg class="${className}" role="img" aria-label="${words.join(', ')}">${parts}</svg>`
}
