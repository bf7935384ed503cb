import { HarnessError } from '#kit'
import { type Answered, Http2Prober } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiRequest, ApiServer } from '#harness/programs/api-server.ts'

// Long enough for a response on a busy machine.
const answeredWithinMs = 10_000

/** Connections of a case over HTTP/2, one for each certificate. */
export class Http2Connections {
  readonly #server: ApiServer
  readonly #probers = new Map<string, Http2Prober>()

  constructor(server: ApiServer) {
    this.#server = server
  }

  async send(
    { method, path, headers, body, token }: ApiRequest,
    pair: KeyPair | undefined,
  ): Promise<Answered> {
    const outcome = await this.#proberOf(pair).send({
      ...(method !== undefined && { method }),
      path: this.#server.dialect.text(path),
      headers: {
        ...(headers as Record<string, string>),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      withinMs: answeredWithinMs,
    })
    if (outcome.kind === 'answered') return outcome
    throw new HarnessError('untestable', `POST ${path} over HTTP/2 has no response: ${outcome.error}`)
  }

  #proberOf(pair: KeyPair | undefined): Http2Prober {
    const key = pair?.certificate ?? ''
    const prober =
      this.#probers.get(key) ??
      new Http2Prober({
        url: this.#server.url,
        ca: this.#server.credentials.authority.certificate,
        ...(pair && { cert: pair.certificate, key: pair.key }),
      })
    this.#probers.set(key, prober)
    return prober
  }

  close(): void {
    for (const prober of this.#probers.values()) prober.close()
  }
}
