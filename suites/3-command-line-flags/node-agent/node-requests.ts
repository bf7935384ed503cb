import { formerly } from '#kit'
// Path of the metrics, which requires a single permission.
const path = '/metrics'

/** Requests of each verb, and to each subject of a node agent, by the words of titles. */
export const requests = {
  'a HEAD request': { method: 'HEAD', path },
  'a POST request': { method: 'POST', path },
  'a PUT request': { method: 'PUT', path },
  'a PATCH request': { method: 'PATCH', path },
  'a DELETE request': { method: 'DELETE', path },
  'a request for the list of pods': formerly('the list of pods', { method: 'GET', path: '/pods' }),
  'a request for the statistics': formerly('the statistics', { method: 'GET', path: '/stats/summary' }),
  'a request for the logs of the node': formerly('the logs of the node', { method: 'GET', path: '/logs/' }),
  'a request for the log of a container': formerly('the log of a container', {
    method: 'GET',
    path: '/containerLogs/default/some/app',
  }),
  'a request to run a command in a container': formerly('a command in a container', {
    method: 'POST',
    path: '/run/default/some/app?cmd=ls',
  }),
  'a request to stream the output of a command': formerly('a stream of a command', {
    method: 'GET',
    path: '/exec/default/some/app?command=ls&output=1',
  }),
} as const
