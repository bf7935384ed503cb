import { plain } from '../plain-text.ts'
import { styledIf } from '../text-style.ts'
import { verdictWords } from '../displayed-verdict.ts'
import type { Comparison, VerdictChange } from './compare.ts'
import { partsOf } from './parts.ts'

/** Renders a comparison for a terminal or a log, with the worst changes first. */
export function comparisonText(comparison: Comparison, colour = false): string {
  const { title, summary, tables, lists } = partsOf(comparison)
  const styled = styledIf(colour)
  const change = ({ check, before, after, direction, reason }: VerdictChange): string => {
    const style = direction === 'worse' ? 'red' : 'green'
    const [why = ''] = plain(reason ?? '').split('\n')
    const line = `  ${styled(style, direction)}  ${plain(check)}: ${verdictWords(before)} → ${verdictWords(after)}`
    return why === '' ? line : `${line}\n         ${styled('dim', why)}`
  }
  const blocks = tables.map(({ title: about, rows }) => {
    if (about === 'Verdicts') return [about, ...comparison.verdicts.map(change)]
    return [
      about,
      ...rows.map(([what, which, before, after, ...more]) => {
        const details = more.map(({ text }) => styled('dim', `\n         ${plain(text)}`)).join('')
        const values = [before, after].map((one) => onOneLine(one?.text || 'nothing'))
        return `  ${plain(what?.text ?? '')}, ${plain(which?.text ?? '')}: ${values.join(' → ')}${details}`
      }),
    ]
  })
  const ids = lists.map(({ title: about, ids: some }) => [about, ...some.map((id) => `  ${plain(id)}`)])
  return `${[[styled('bold', plain(title.join(' → '))), ...summary.map(plain)], ...blocks, ...ids]
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** Returns a value on one line. */
export function onOneLine(text: string): string {
  return plain(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
}
