/** Permitted variations of controller managers, where the documents leave the behaviour open. */
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
  'lease-renewed-by-patch': 'a lease is renewed by PATCH',
  'health-without-list': 'health answers do not list checks',
  'unknown-fields-ignored': 'fields of files that no table names are ignored',
} as const

/**
 * Permitted variations of the control loops of the controller manager, where the documents do not specify how the loops
 * work.
 */
export const controllerFreedoms = {
  'claims-not-told-of': 'no event tells of claims that nothing fits',
  'namespaces-not-read-anew': 'namespaces are finalized as the watch told of them',
  'orphans-deleted-unasked': 'owners that the watch does not tell of are not asked for',
  'pods-without-revisions': 'daemon sets and stateful sets make pods, and no revisions before',
  'recycling-retried-later':
    'a volume whose cleaning failed is cleaned again after a while that doubles each time',
  'scale-of-object': 'autoscalers read the number of replicas from the object that they scale',
  'scale-patched': 'the scale of an object is changed by PATCH',
  'short-node-grace-refused':
    'NodeMonitorGracePeriod must exceed the time-outs of HTTP/2 that are usual, 45 s in sum',
  'status-patched': 'the status of an object is written by PATCH',
  'terminated-pods-all-collected': 'once pod collection starts, no terminated pod stays',
  'unused-tokens-stay': 'tokens that nobody uses are not deleted',
} as const

/** Name of a permitted variation of a controller manager. */
export type ManagerFreedom = keyof typeof managerFreedoms | keyof typeof controllerFreedoms
