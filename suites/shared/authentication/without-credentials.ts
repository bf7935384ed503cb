import type { ApiServer, Call } from '#harness/programs/api-server.ts'

/** How a request fares on a server that allows everybody everything, so that a refusal is about who asks. */
export interface Admitted {
  readonly status: number
  /** Whether it counted as somebody's at all; what the path's handler said then is another matter. */
  readonly letIn: boolean
}

/** Asks for a path as somebody; the server must allow everybody everything. */
export async function admitted(
  server: ApiServer,
  call: Pick<Call, 'path' | 'as' | 'token'>,
): Promise<Admitted> {
  const { status } = await server.request(call)
  return { status, letIn: status !== 401 && status !== 403 }
}

/** Asks the same without any credentials. */
export function withoutCredentials(server: ApiServer, path: string): Promise<Admitted> {
  return admitted(server, { path, as: 'none' })
}
