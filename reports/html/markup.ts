import { stripControlCharacters } from '../plain-text.ts'

/** HTML that is safe to insert into a page unchanged. */
export interface Markup {
  readonly markup: string
}

type Piece = Markup | string | number | undefined | readonly Piece[]

/** Builds markup from a template. Slot values are escaped unless they are markup. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let markup = ''
  for (const [index, text] of strings.entries()) markup += text + textOf(pieces[index])
  return { markup }
}

/** Marks text of this program, such as the style sheet, as safe. */
export function trustedMarkup(markup: string): Markup {
  return { markup }
}

function textOf(piece: Piece): string {
  if (piece === undefined) return ''
  if (typeof piece === 'number') return String(piece)
  if (typeof piece === 'string') return escapeHtml(piece)
  if ('markup' in piece) return piece.markup
  return piece.map(textOf).join('')
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  const plainText = stripControlCharacters(text)
  if (!specialCharacters.test(plainText)) return plainText
  return plainText
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const specialCharacters = /[&<>"']/
