const section = 'Node agent feature gates (`--feature-gates`)'

/** Where a gate stands in the documents; `aspect` tells several rules of one gate apart. */
export function gateRow(name: string, aspect: string) {
  return {
    document: 3,
    section,
    rows: [name],
    aspect,
  } as const
}

/** Where the documents say something of all gates. */
export function gateSentence(subject: string) {
  return { document: 3, section, rows: [subject] } as const
}
