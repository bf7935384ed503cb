/** Defects in reading files and their fields that any program of the reference can have. */
export const decodingFaults = {
  'missing-file-accepted': 'config files: a file that does not exist configures nothing',
  'empty-file-accepted': 'config files: an empty file configures nothing',
  'broken-file-accepted': 'config files: a file that cannot be parsed configures nothing',
  'number-for-string-accepted': 'config files: takes a number where a string belongs',
  'string-for-bool-accepted': 'config files: takes a string where true or false belongs',
  'string-for-number-accepted': 'config files: takes a string where a number belongs',
  'broken-duration-accepted': 'config files: takes any text where a duration belongs',
  'scalar-for-list-accepted': 'config files: takes one element where a list belongs',
  'wrong-type-ignored': 'config files: ignores a value of the wrong type',
} as const

/** Defects in the check of `apiVersion` and `kind`. */
export const typeFaults = {
  'api-version-missing-accepted': 'apiVersion: may be left out',
  'api-version-unknown-accepted': 'apiVersion: takes any group and version',
  'kind-missing-accepted': 'kind: may be left out',
  'kind-not-compared': 'kind: takes any kind name',
  'kind-case-ignored': 'kind: compares without case',
} as const
