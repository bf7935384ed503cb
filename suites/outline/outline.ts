/** The rows and sentences of one document: by area of the product, then by section of the document. */
export interface Outline {
  readonly document: 1 | 2 | 3
  readonly areas: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** A rule as far as the outline looks at it. */
export interface Placed {
  readonly source: { readonly document: number; readonly section: string; readonly row: string }
}

/** The rows of some areas that no rule accounts for; a rule's row may go on behind a colon, comma or blank. */
export function unaccounted(outline: Outline, areas: readonly string[], rules: readonly Placed[]): string[] {
  return areas.flatMap((area) =>
    Object.entries(outline.areas[area] ?? {}).flatMap(([section, rows]) =>
      rows
        .filter(
          (row) =>
            !rules.some((rule) => rule.source.document === outline.document && covers(rule, section, row)),
        )
        .map((row) => `document ${outline.document}, ${section}, ${row}`),
    ),
  )
}

function covers({ source }: Placed, section: string, row: string): boolean {
  if (source.section !== section || !source.row.startsWith(row)) return false
  const next = source.row[row.length]
  return next === undefined || ':, '.includes(next)
}
