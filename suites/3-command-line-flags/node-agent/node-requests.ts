// Path of the metrics, which requires a single permission.
const path = '/metrics'

/** Requests of each verb, and to each subject of a node agent, by the words of titles. */
export const requests = {
  'a HEAD request': { method: 'HEAD', path },
  'a POST request': { method: 'POST', path },
  'a PUT request': { method: 'PUT', path },
  'a PATCH request': { method: 'PATCH', path },
  'a DELETE request': { method: 'DELETE', path },
  'the list of pods': { method: 'GET', path: '/pods' },
  'the statistics': { method: 'GET', path: '/stats/summary' },
  'the logs of the node': { method: 'GET', path: '/logs/' },
  'the log of a container': {
    method: 'GET',
    path: '/containerLogs/default/some/app',
  },
  'a command in a container': {
    method: 'POST',
    path: '/run/default/some/app?cmd=ls',
  },
  'a stream of a command': {
    method: 'GET',
    path: '/exec/default/some/app?command=ls&output=1',
  },
} as const
