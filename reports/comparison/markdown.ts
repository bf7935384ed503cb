import { cell, code } from '../formats/markdown.ts'
import type { Comparison } from './compare.ts'
import type { Cell, Parts } from '../parts.ts'
import { partsOf } from './parts.ts'

/** Renders a comparison as Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  return partsMarkdown(partsOf(comparison))
}

/** Renders compared runs as Markdown. */
export function partsMarkdown({ title, summary, tables, lists }: Parts): string {
  const sections = [
    `## ${title.map(cell).join(' → ')}`,
    summary[0],
    ...summary.slice(1).map(cell),
    ...tables.flatMap(({ title: about, head, rows }) => [
      `### ${about}`,
      [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cellText)))].join('\n'),
    ]),
    ...lists.flatMap(({ title: about, ids }) => [
      `### ${about}`,
      ids.map((id) => `- ${code(id)}`).join('\n'),
    ]),
  ]
  return `${sections.join('\n\n')}\n`
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cellText({ text, style }: Cell): string {
  if (text === '') return ''
  return style === 'code' ? code(text) : style === 'strong' ? `**${cell(text)}**` : cell(text)
}
