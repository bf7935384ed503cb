/**
 * Whether the text of a refusal names a field or flag: as a whole word in any case, flags with or without their dashes.
 * The last segment of a field's path is always in it; a longer name that holds the word is another one.
 */
export function namesIn(stderr: string, about: string): boolean {
  const name = about.replace(/^--/, '').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  if (name === '') return false
  // What a program tells on its way is no reason; the text quotes Go strings.
  const said = stderr.replaceAll(/^[IW]\d{4} .*$/gm, '').replaceAll('\\"', '"')
  return new RegExp(`(?<!\\w|\\w-)${name}(?!\\w|-\\w)`, 'i').test(said)
}
