import { formerly, type NamedCases } from '#kit'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

/** A request, and the attributes of its review. */
export interface ReviewedRequest {
  readonly request: Pick<ApiRequest, 'method' | 'path' | 'body' | 'headers'>
  readonly resource?: { readonly verb: string; readonly resource: string; readonly subresource?: string }
  /** Path of a request for no resource. */
  readonly path?: string
}

const namespacePath = '/api/v1/namespaces/default'
const pod = `${namespacePath}/pods/of-no-check`
const patch = { headers: mergePatchHeaders, body: '{}' }

const readRequest = (path: string, resource: string, subresource?: string): ReviewedRequest =>
  reviewedRequest('GET', 'get', path, resource, subresource)

function reviewedRequest(
  method: string,
  verb: string,
  path: string,
  resource: string,
  subresource?: string,
): ReviewedRequest {
  const requestOptions = method === 'PATCH' ? patch : ['POST', 'PUT'].includes(method) ? { body: {} } : {}
  return {
    request: { method, path, ...requestOptions },
    resource: { verb, resource, ...(subresource !== undefined && { subresource }) },
  }
}

const pathRequest = (path: string): ReviewedRequest => ({ request: { method: 'GET', path }, path })

/** Requests of each verb, for subresources and for paths, by the words that complete "a request". */
export const reviewedRequests: NamedCases<ReviewedRequest> = {
  'to get an object': readRequest(pod, 'pods'),
  'for the head of an object': { ...readRequest(pod, 'pods'), request: { method: 'HEAD', path: pod } },
  'to list objects': reviewedRequest('GET', 'list', `${namespacePath}/pods`, 'pods'),
  'to list objects of all namespaces': reviewedRequest('GET', 'list', '/api/v1/pods', 'pods'),
  'to create an object': reviewedRequest('POST', 'create', `${namespacePath}/secrets`, 'secrets'),
  'to update an object': reviewedRequest('PUT', 'update', pod, 'pods'),
  'to patch an object': reviewedRequest('PATCH', 'patch', pod, 'pods'),
  'to delete an object': reviewedRequest('DELETE', 'delete', pod, 'pods'),
  'to delete all objects': reviewedRequest(
    'DELETE',
    'deletecollection',
    `${namespacePath}/secrets`,
    'secrets',
  ),
  'for a cluster-scoped object': formerly(
    'for an object of the cluster',
    readRequest('/api/v1/nodes/of-no-check', 'nodes'),
  ),
  'for an object of a group': readRequest('/apis/apps/v1/namespaces/default/deployments/one', 'deployments'),
  'for a status': readRequest(`${pod}/status`, 'pods', 'status'),
  'to change a status': reviewedRequest('PATCH', 'patch', `${pod}/status`, 'pods', 'status'),
  'for a log': readRequest(`${pod}/log`, 'pods', 'log'),
  'to run a command': reviewedRequest('POST', 'create', `${pod}/exec`, 'pods', 'exec'),
  'to attach to a container': reviewedRequest('POST', 'create', `${pod}/attach`, 'pods', 'attach'),
  'to forward a port': reviewedRequest('POST', 'create', `${pod}/portforward`, 'pods', 'portforward'),
  'to evict a pod': reviewedRequest('POST', 'create', `${pod}/eviction`, 'pods', 'eviction'),
  'to bind a pod': reviewedRequest('POST', 'create', `${pod}/binding`, 'pods', 'binding'),
  'for ephemeral containers': reviewedRequest(
    'PATCH',
    'patch',
    `${pod}/ephemeralcontainers`,
    'pods',
    'ephemeralcontainers',
  ),
  'through a pod': readRequest(`${pod}/proxy`, 'pods', 'proxy'),
  'through a service': readRequest(`${namespacePath}/services/none/proxy`, 'services', 'proxy'),
  'through a node': readRequest('/api/v1/nodes/of-no-check/proxy', 'nodes', 'proxy'),
  'for a scale': readRequest(
    '/apis/apps/v1/namespaces/default/deployments/one/scale',
    'deployments',
    'scale',
  ),
  'for a token': reviewedRequest(
    'POST',
    'create',
    `${namespacePath}/serviceaccounts/none/token`,
    'serviceaccounts',
    'token',
  ),
  'for the version': pathRequest('/version'),
  'for metrics': pathRequest('/metrics'),
  'for the groups of APIs': pathRequest('/apis'),
  'for a path that is not served': pathRequest('/of/no/check'),
}
