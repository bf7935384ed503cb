/** Permitted variations of the node agent, where the documents leave the behaviour open. */
export const agentFreedoms = {
  'addresses-unchecked': '--node-ip and --cluster-dns accept values that are no IP addresses',
  'duplicate-keys-accepted': 'a key may stand twice in one object of a file',
  'gates-listed-in-words': 'the help lists each gate as a name with stage and default in words',
  'health-without-list': 'health answers do not list checks',
  'help-on-one-line-each': 'the help has one line per flag, with the default in brackets',
  'reclaims-unchecked': '--eviction-minimum-reclaim: only an amount that a threshold uses is checked',
  'refusals-exit-with-3': 'a refused start ends with exit code 3',
  'refusals-without-reason': 'a refused start says only that it is refused',
  'status-written-in-whole': 'how nodes and pods are is told by PUT of the whole object',
  'unhealthy-is-503': 'failing health checks have status 503',
  'unknown-fields-refused': 'a file with a field that no table names is refused',
} as const

/** Name of a permitted variation of the node agent. */
export type AgentFreedom = keyof typeof agentFreedoms
