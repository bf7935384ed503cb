/**
 * Returns a text without terminal sequences and control characters, so that a terminal does not interpret output of an
 * implementation.
 */
export function stripControlCharacters(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- the pattern finds control characters.
      .replace(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g, '')
      // oxlint-disable-next-line no-control-regex -- as above; tab and line feed stay.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      // Replaces characters that change the text direction and thus the displayed order.
      .replace(directionMarks, (turn) => `[U+${hexOf(turn).toUpperCase()}]`)
  )
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0')
}

/** Returns JSON that is safe in a script: it cannot end the element or change the text direction. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replace(directionMarks, (turn) => `\\u${hexOf(turn)}`)
}

/**
 * Renders a value for human readers: text unchanged, anything else as JSON, on several lines if one line would be too
 * long.
 */
export function valueText(value: unknown, maxLineLength = 90): string {
  if (typeof value === 'string') return stripControlCharacters(value)
  const line = stripControlCharacters(JSON.stringify(value) ?? 'nothing')
  const singleLine =
    line.length <= maxLineLength
      ? stripControlCharacters(JSON.stringify(value, null, 1) ?? line).replace(/\s*\n\s*/g, ' ')
      : ''
  if (singleLine !== '') return singleLine
  return stripControlCharacters(JSON.stringify(value, null, 2) ?? line)
}

/** Shortens a text to a number of characters, and states how much is missing. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`
}

/** Returns the first lines of a text. */
export function firstLines(text: string, max: number): string[] {
  const lines = text.split('\n')
  return lines.length <= max ? lines : [...lines.slice(0, max), `… (${lines.length - max} more lines)`]
}
