/** What the documents leave open about controller managers. */
export const managerFreedoms = {
  'duplicate-keys-accepted': 'a key may stand twice in one object of a file',
  'field-name-case-ignored': 'field names of files may be in any case',
  'help-on-one-line-each': 'the help has one line per flag, with the default in brackets',
  'missing-fields-refused': 'a file that leaves out a field is refused',
  'problems-last-first': 'problems of a file are told in reverse order',
  'refusals-exit-with-3': 'a refused start ends with exit code 3',
  'refusals-without-reason': 'a refused start says only that it is refused',
  'retry-waits-longer': 'attempts to take a lease are up to twice as far apart',
  'unhealthy-is-503': 'failing health checks have status 503',
  'health-without-list': 'health answers do not list checks',
  'unknown-fields-ignored': 'fields of files that no table names are ignored',
} as const

/** The name of a legal variation of a controller manager. */
export type ManagerFreedom = keyof typeof managerFreedoms
