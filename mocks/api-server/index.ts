import { ApiServer } from './api-server.ts'
import type { ApiServerOptions } from './options.ts'

export type { ApiAnswer, ApiAnswers, ReviewAnswer } from './answers.ts'
export type { ApiServer, Rule } from './api-server.ts'
export type { ApiServerRequest } from './request.ts'
export type { ClientCredentials } from './client-configuration.ts'
export type { Hand, ObjectRef } from './object-editor.ts'
export { type Hold, hold } from './hold.ts'
export {
  after,
  afterDoing,
  answer,
  changed,
  fail,
  hangUp,
  honestly,
  silence,
  times,
  truncated,
  when,
  where,
  withoutStoring,
} from './faults.ts'
export { matchesRequest as isMeant, type Matching } from './matching.ts'
export type { ApiObject, ObjectMeta, StoredObject } from './model/object.ts'
export type { Author } from './objects/prepare.ts'
export type { ApiServerOptions } from './options.ts'
export { Refusal } from './model/refusal.ts'
export type { WatchEvent } from './requests/watch.ts'
export { type Resource, resource } from './resources/resource.ts'
export type { Action, Reply } from './response.ts'

/**
 * Starts an API server on loopback that allows every request and records its user in the journal. The server supports
 * JSON, YAML and the protobuf envelope, over plain HTTP unless `tls` is set; no controller acts on the objects that it
 * stores.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using server = await startApiServer()
 * server.on({ verb: 'update', resource: 'leases' }, fail(409))
 * await writeFile('kubeconfig', server.clientConfiguration({ token: 'anything' }))
 * ```
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = new ApiServer(options)
  await server.listen(options)
  return server
}
