/** What the documents leave open about reading configuration files of any kind. */
export const fileFreedoms = {
  'duplicate-keys-accepted': 'a key may stand twice in one object of a file',
  'field-name-case-ignored': 'field names of files may be in any case',
  'problems-last-first': 'problems of a file are told in reverse order',
  'unknown-fields-ignored': 'fields of files that no table names are ignored',
} as const
