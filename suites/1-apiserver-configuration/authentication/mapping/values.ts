/** JSON values that are not strings, by the words that end a title. */
export const notStrings: Readonly<Record<string, unknown>> = {
  'a number': 7,
  'a boolean': true,
  'a list of one string': ['alice'],
  'an object': { name: 'alice' },
  null: null,
}

/** What JSON calls the type of a value, with a list for an array. */
export function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** JSON values that are neither strings nor lists of strings, and not empty either. */
export const notStringLists: Readonly<Record<string, unknown>> = {
  'a number': 7,
  'a boolean': true,
  'an object': { name: 'dev' },
  'a list with a number': ['dev', 7],
  'a list with a list': ['dev', ['ops']],
}
