import type { ApiRequest } from '#harness/programs/api-server.ts'

/** A request, and the attributes of its review. */
export interface ReviewedRequest {
  readonly request: Pick<ApiRequest, 'method' | 'path' | 'body' | 'headers'>
  readonly resource?: { readonly verb: string; readonly resource: string; readonly subresource?: string }
  /** Path of a request for no resource. */
  readonly path?: string
}

const space = '/api/v1/namespaces/default'
const pod = `${space}/pods/of-no-check`
const patch = { headers: { 'content-type': 'application/merge-patch+json' }, body: '{}' }

const get = (path: string, resource: string, subresource?: string): ReviewedRequest =>
  about('GET', 'get', path, resource, subresource)

function about(
  method: string,
  verb: string,
  path: string,
  resource: string,
  subresource?: string,
): ReviewedRequest {
  const more = method === 'PATCH' ? patch : ['POST', 'PUT'].includes(method) ? { body: {} } : {}
  return {
    request: { method, path, ...more },
    resource: { verb, resource, ...(subresource !== undefined && { subresource }) },
  }
}

const ofPath = (path: string): ReviewedRequest => ({ request: { method: 'GET', path }, path })

/** Requests of each verb, for subresources and for paths, by the words that complete "a request". */
export const reviewedRequests: Readonly<Record<string, ReviewedRequest>> = {
  'to get an object': get(pod, 'pods'),
  'for the head of an object': { ...get(pod, 'pods'), request: { method: 'HEAD', path: pod } },
  'to list objects': about('GET', 'list', `${space}/pods`, 'pods'),
  'to list objects of all namespaces': about('GET', 'list', '/api/v1/pods', 'pods'),
  'to create an object': about('POST', 'create', `${space}/secrets`, 'secrets'),
  'to update an object': about('PUT', 'update', pod, 'pods'),
  'to patch an object': about('PATCH', 'patch', pod, 'pods'),
  'to delete an object': about('DELETE', 'delete', pod, 'pods'),
  'to delete all objects': about('DELETE', 'deletecollection', `${space}/secrets`, 'secrets'),
  'for an object of the cluster': get('/api/v1/nodes/of-no-check', 'nodes'),
  'for an object of a group': get('/apis/apps/v1/namespaces/default/deployments/one', 'deployments'),
  'for a status': get(`${pod}/status`, 'pods', 'status'),
  'to change a status': about('PATCH', 'patch', `${pod}/status`, 'pods', 'status'),
  'for a log': get(`${pod}/log`, 'pods', 'log'),
  'to run a command': about('POST', 'create', `${pod}/exec`, 'pods', 'exec'),
  'to attach to a container': about('POST', 'create', `${pod}/attach`, 'pods', 'attach'),
  'to forward a port': about('POST', 'create', `${pod}/portforward`, 'pods', 'portforward'),
  'to evict a pod': about('POST', 'create', `${pod}/eviction`, 'pods', 'eviction'),
  'to bind a pod': about('POST', 'create', `${pod}/binding`, 'pods', 'binding'),
  'for ephemeral containers': about(
    'PATCH',
    'patch',
    `${pod}/ephemeralcontainers`,
    'pods',
    'ephemeralcontainers',
  ),
  'through a pod': get(`${pod}/proxy`, 'pods', 'proxy'),
  'through a service': get(`${space}/services/none/proxy`, 'services', 'proxy'),
  'through a node': get('/api/v1/nodes/of-no-check/proxy', 'nodes', 'proxy'),
  'for a scale': get('/apis/apps/v1/namespaces/default/deployments/one/scale', 'deployments', 'scale'),
  'for a token': about('POST', 'create', `${space}/serviceaccounts/none/token`, 'serviceaccounts', 'token'),
  'for the version': ofPath('/version'),
  'for metrics': ofPath('/metrics'),
  'for the groups of APIs': ofPath('/apis'),
  'for a path that is not served': ofPath('/of/no/check'),
}
