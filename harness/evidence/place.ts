/** A member that is true or false: its name and its value. */
export interface Flag {
  readonly name: string
  readonly value: boolean
}

/** A string, a number, or a named boolean of a compared value. */
export type Leaf = string | number | Flag

// A smaller number is in many texts by chance.
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

// Far enough for the description of a flag.
const nearAnchor = 400

/**
 * Returns the offset of a value in a text. A value that occurs several times has none, because a change of
 * one place would not be detected, unless the text has the subject of the check once, and the value follows
 * it.
 * @param subjects words of the check that name its subject
 */
export function placeIn(text: string, leaf: Leaf, subjects: readonly string[] = []): number | undefined {
  for (const form of formsOf(leaf)) {
    const at = offsets(text, form)
    if (at.length === 1) return at[0]
    const anchor = at.length > 1 ? anchorIn(text, subjects) : undefined
    const next = at.find((one) => anchor !== undefined && one >= anchor && one <= anchor + nearAnchor)
    if (next !== undefined) return next
  }
  return undefined
}

/** Reports whether a text has a value at an offset. */
export function startsAt(text: string, leaf: Leaf, offset: number): boolean {
  return formsOf(leaf).some((form) => text.startsWith(form, offset))
}

function offsets(text: string, form: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(form); at >= 0 && found.length < mostOffsets; at = text.indexOf(form, at + 1))
    if (!isPartOfNumber(text, form, at)) found.push(at)
  return found
}

const mostOffsets = 2_000

function isPartOfNumber(text: string, form: string, at: number): boolean {
  if (!/^\d+$/.test(form)) return false
  return /[\d.]/.test(text[at - 1] ?? '') || /[\d.]/.test(text[at + form.length] ?? '')
}

function anchorIn(text: string, subjects: readonly string[]): number | undefined {
  for (const subject of subjects) {
    const literal = subject.replaceAll(/[^\w-]/g, String.raw`\$&`)
    const found = [...text.matchAll(new RegExp(`^ *(?:--)?${literal}(?=[\\s=,])`, 'gm'))]
    if (found.length === 1) return found[0]?.index
  }
  return undefined
}
