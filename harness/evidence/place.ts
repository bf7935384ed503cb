/** A member that is true or false: its name and its value. */
export interface Flag {
  readonly name: string
  readonly value: boolean
}

/** A string, a number, or a named boolean of a compared value. */
export type Leaf = string | number | Flag

// Minimum value of a number that is searched for in texts; smaller numbers occur by chance.
const smallestNumberInText = 100

/** Returns the forms in which a text may contain a value, the most specific first. */
function formsOf(leaf: Leaf): readonly string[] {
  if (typeof leaf === 'object') {
    const { name, value } = leaf
    return [`"${name}":${value}`, `"${name}": ${value}`, `${name}: ${value}`, `${name}=${value}`]
  }
  if (typeof leaf === 'number') return leaf >= smallestNumberInText ? [String(leaf)] : []
  const quoted = JSON.stringify(leaf)
  return [...new Set([quoted, leaf, quoted.slice(1, -1)])]
}

// Maximum distance in characters between a subject and its value: enough for the description of a flag.
const maxAnchorDistance = 400

/**
 * Returns the offset of a value in a text. A value that occurs several times has none, because a change of
 * one place would not be detected, unless the text has the subject of the check once, and the value follows
 * it.
 * @param subjects words of the check that name its subject
 */
export function offsetIn(text: string, leaf: Leaf, subjects: readonly string[] = []): number | undefined {
  for (const form of formsOf(leaf)) {
    const formOffsets = offsetsOf(text, form)
    if (formOffsets.length === 1) return formOffsets[0]
    const anchor = formOffsets.length > 1 ? anchorIn(text, subjects) : undefined
    const offsetNearAnchor = formOffsets.find(
      (one) => anchor !== undefined && one >= anchor && one <= anchor + maxAnchorDistance,
    )
    if (offsetNearAnchor !== undefined) return offsetNearAnchor
  }
  return undefined
}

/** Reports whether a text has a value at an offset. */
export function startsAt(text: string, leaf: Leaf, offset: number): boolean {
  return formsOf(leaf).some((form) => text.startsWith(form, offset))
}

function offsetsOf(text: string, form: string): readonly number[] {
  const foundOffsets: number[] = []
  for (
    let offset = text.indexOf(form);
    offset >= 0 && foundOffsets.length < maxOffsets;
    offset = text.indexOf(form, offset + 1)
  )
    if (!isPartOfNumber(text, form, offset)) foundOffsets.push(offset)
  return foundOffsets
}

const maxOffsets = 2_000

function isPartOfNumber(text: string, form: string, at: number): boolean {
  if (!/^\d+$/.test(form)) return false
  return /[\d.]/.test(text[at - 1] ?? '') || /[\d.]/.test(text[at + form.length] ?? '')
}

function anchorIn(text: string, subjects: readonly string[]): number | undefined {
  for (const subject of subjects) {
    const escaped = subject.replaceAll(/[^\w-]/g, String.raw`\$&`)
    const subjectMatches = [...text.matchAll(new RegExp(`^ *(?:--)?${escaped}(?=[\\s=,])`, 'gm'))]
    if (subjectMatches.length === 1) return subjectMatches[0]?.index
  }
  return undefined
}
