const section = 'Node agent feature gates (`--feature-gates`)'

/** Returns the source of a rule about a gate. `aspect` distinguishes several rules of one gate. */
export function gateRow(name: string, aspect: string) {
  return {
    document: 3,
    section,
    rows: [name],
    aspect,
  } as const
}

/** Returns the source of a rule about all gates. */
export function gatesSource(subject: string) {
  return { document: 3, section, rows: [subject] } as const
}
