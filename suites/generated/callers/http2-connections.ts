import type { Answered, Http2Prober } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiRequest, ApiServer } from '#harness/programs/api-server.ts'
import { clientOverHttp2, sendFrom } from '../../3-command-line-flags/api-server/protocols/over-http2.ts'

/** Connections of a case over HTTP/2, one for each certificate. */
export class Http2Connections {
  readonly #server: ApiServer
  readonly #clients = new Map<string, Http2Prober>()

  constructor(server: ApiServer) {
    this.#server = server
  }

  send(request: ApiRequest, pair: KeyPair | undefined): Promise<Answered> {
    const key = pair?.certificate ?? ''
    const client = this.#clients.get(key) ?? clientOverHttp2(this.#server, pair)
    this.#clients.set(key, client)
    return sendFrom(client, this.#server, request)
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}
