import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'

/**
 * Result of a request on a server that allows every request of every user, so that a refusal is about authentication.
 */
export interface AdmittedRequest {
  readonly status: number
  /**
   * Reports whether the request was authenticated. A response such as 404 proves neither, because it may be sent before
   * authentication.
   */
  readonly letIn: boolean | 'not shown'
}

/** Requests an existing path as a user. The server must allow every request of every user. */
export async function admittedRequest(
  server: ApiServer,
  call: Pick<ApiRequest, 'method' | 'path' | 'as' | 'token'>,
): Promise<AdmittedRequest> {
  const { status } = await server.request(call)
  return { status, letIn: admissionByStatus(status) }
}

function admissionByStatus(status: number): AdmittedRequest['letIn'] {
  if (status === 401 || status === 403) return false
  return status < 400 ? true : 'not shown'
}

/** Sends the same request without any credentials. */
export function withoutCredentials(
  server: ApiServer,
  path: string,
  method = 'GET',
): Promise<AdmittedRequest> {
  return admittedRequest(server, { method, path, as: 'none' })
}
