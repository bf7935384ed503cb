import { type SituationKind, situationKinds } from '../../situations/kinds.ts'
import type { SituationCell, SituationRow } from '../../situations/table.ts'

const kinds = Object.keys(situationKinds) as SituationKind[]
const marks = { tried: 'x', reason: '-', empty: '.' } as const
type Mark = keyof typeof marks

/** Returns a table of rows and kinds of situations, as text or JSON. */
export function situationsOutput(rows: readonly SituationRow[], json: boolean): string {
  if (json) return `${JSON.stringify({ kinds: situationKinds, rows }, null, 2)}\n`
  const legend = kinds.map((kind, at) => `  ${letterOf(at)}  ${situationKinds[kind]}`)
  const sections = new Map<string, SituationRow[]>()
  for (const row of rows) {
    const sectionTitle = `Document ${row.document} · ${row.section}`
    sections.set(sectionTitle, [...(sections.get(sectionTitle) ?? []), row])
  }
  const header = `  ${kinds.map((_, at) => letterOf(at)).join(' ')}`
  const tables = [...sections].map(([place, members]) => [place, header, ...members.map(lineOf)].join('\n'))
  const signs = `${marks.tried} tried   ${marks.reason} cannot occur   ${marks.empty} empty`
  return `${[legend.join('\n'), signs, ...tables, sumsOf(rows)].join('\n\n')}\n`
}

function letterOf(at: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + at)
}

function lineOf({ row, of, cells }: SituationRow): string {
  return `  ${kinds.map((kind) => marks[markOf(cells[kind])]).join(' ')}  ${row}${of === undefined ? '' : ` of ${of}`}`
}

function markOf({ tried, reason }: SituationCell): Mark {
  return tried !== undefined ? 'tried' : reason !== undefined ? 'reason' : 'empty'
}

function sumsOf(rows: readonly SituationRow[]): string {
  const count = (mark: Mark, only: readonly SituationKind[] = kinds): number =>
    rows.reduce((sum, { cells }) => sum + only.filter((kind) => markOf(cells[kind]) === mark).length, 0)
  const kindTotals = kinds.map(
    (kind, at) => `  ${letterOf(at)}  ${count('tried', [kind])} tried, ${count('empty', [kind])} empty`,
  )
  const grandTotal = `${rows.length} rows: ${count('tried')} cells tried, ${count('reason')} that cannot occur, ${count('empty')} empty`
  return [...kindTotals, grandTotal].join('\n')
}
