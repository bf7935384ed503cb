import { type NamedCases, seeing, formerly } from '#kit'

/** JSON values that are not strings, by the description in titles. */
export const nonStringValues: Readonly<Record<string, unknown>> = {
  'a number': 7,
  'a boolean': true,
  'a list of one string': ['alice'],
  'an object': { name: 'alice' },
  null: null,
}

/** Returns the JSON type of a value, with list for an array. */
export function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** JSON values that are neither strings nor lists of strings, and not empty. */
export const nonStringListValues: Readonly<Record<string, unknown>> = {
  'a number': 7,
  'a boolean': true,
  'an object': { name: 'dev' },
  'a list with a number': ['dev', 7],
  'a list with a list': ['dev', ['ops']],
}

/** Values of a claim, with the resulting groups. A groups claim and a groups expression have the same results. */
export const groupValues: NamedCases<{ readonly teams: unknown; readonly groups: readonly string[] }> = {
  'one group for a string': seeing(['groups-single-string-refused'], { teams: 'dev', groups: ['dev'] }),
  'one group for a list with one string': formerly(
    'one group for a list of one',
    seeing(['groups-list-refused'], { teams: ['dev'], groups: ['dev'] }),
  ),
  'every group of a list': seeing(['only-first-group-mapped'], {
    teams: ['dev', 'ops', 'all'],
    groups: ['all', 'dev', 'ops'],
  }),
  'no group for an empty list': seeing(['groups-empty-list-refused'], { teams: [], groups: [] }),
  'no group for an empty string': formerly(
    'no group for an empty text',
    seeing(['groups-empty-string-kept'], { teams: '', groups: [] }),
  ),
  'no group for null': seeing(['groups-null-refused'], { teams: null, groups: [] }),
}
