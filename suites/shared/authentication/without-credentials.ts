import type { ApiServer, Call } from '#harness/programs/api-server.ts'

/** How a request fares on a server that allows everybody everything, so that a refusal is about who asks. */
export interface Admitted {
  readonly status: number
  /** Whether it counted as somebody's; an answer such as 404 proves neither, because it may come before anybody is asked for. */
  readonly letIn: boolean | 'not shown'
}

/** Asks for a path that there is, as somebody; the server must allow everybody everything. */
export async function admitted(
  server: ApiServer,
  call: Pick<Call, 'method' | 'path' | 'as' | 'token'>,
): Promise<Admitted> {
  const { status } = await server.request(call)
  return { status, letIn: shownBy(status) }
}

function shownBy(status: number): Admitted['letIn'] {
  if (status === 401 || status === 403) return false
  return status < 400 ? true : 'not shown'
}

/** Asks the same without any credentials. */
export function withoutCredentials(server: ApiServer, path: string, method = 'GET'): Promise<Admitted> {
  return admitted(server, { method, path, as: 'none' })
}
