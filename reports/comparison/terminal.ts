import { stripControlCharacters } from '../plain-text.ts'
import { styledIf } from '../text-style.ts'
import { verdictWords } from '../displayed-verdict.ts'
import type { Comparison, VerdictChange } from './compare.ts'
import { partsOf } from './parts.ts'

/** Renders a comparison for a terminal or a log, with the worst changes first. */
export function comparisonText(comparison: Comparison, colour = false): string {
  const { title, summary, tables, lists } = partsOf(comparison)
  const applyStyle = styledIf(colour)
  const changeText = ({ check, before, after, direction, reason }: VerdictChange): string => {
    const style = direction === 'worse' ? 'red' : 'green'
    const [why = ''] = stripControlCharacters(reason ?? '').split('\n')
    const line = `  ${applyStyle(style, direction)}  ${stripControlCharacters(check)}: ${verdictWords(before)} → ${verdictWords(after)}`
    return why === '' ? line : `${line}\n         ${applyStyle('dim', why)}`
  }
  const textBlocks = tables.map(({ title: about, rows }) => {
    if (about === 'Verdicts') return [about, ...comparison.verdicts.map(changeText)]
    return [
      about,
      ...rows.map(([what, which, before, after, ...more]) => {
        const dataLines = more
          .map(({ text }) => applyStyle('dim', `\n         ${stripControlCharacters(text)}`))
          .join('')
        const values = [before, after].map((one) => onOneLine(one?.text || 'nothing'))
        return `  ${stripControlCharacters(what?.text ?? '')}, ${stripControlCharacters(which?.text ?? '')}: ${values.join(' → ')}${dataLines}`
      }),
    ]
  })
  const ids = lists.map(({ title: about, ids: some }) => [
    about,
    ...some.map((id) => `  ${stripControlCharacters(id)}`),
  ])
  return `${[
    [applyStyle('bold', stripControlCharacters(title.join(' → '))), ...summary.map(stripControlCharacters)],
    ...textBlocks,
    ...ids,
  ]
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** Returns a value on one line. */
export function onOneLine(text: string): string {
  return stripControlCharacters(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
}
