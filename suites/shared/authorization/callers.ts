import { currentCheck, expect, HarnessError } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'

// Long enough for many concurrent callers on a busy machine. Rules about time have separate limits.
const longRequestTimeoutMs = 30_000

/** Result of a request. */
export type CallerDecision = 'allowed' | 'refused' | 'unanswered'

/** A user with a client certificate that the server accepts, whose requests are authorized. */
export class Caller {
  readonly name: string
  readonly #server: ApiServer
  readonly #certificate: KeyPair

  private constructor(name: string, server: ApiServer, certificate: KeyPair) {
    this.name = name
    this.#server = server
    this.#certificate = certificate
  }

  /** Returns a user with the given name and groups. The server must trust the harness's authority for clients. */
  static of(server: ApiServer, name: string, groups: readonly string[] = []): Caller {
    if (groups.length > 0) currentCheck().needs('organizations-are-groups')
    const certificate = server.credentials.authority.issue({
      commonName: name,
      organizations: groups,
      usage: 'client',
      hosts: [],
    })
    return new Caller(name, server, certificate)
  }

  /** Sends a request. Every API server has the default path. */
  async send(
    path = '/readyz',
    options: Pick<ApiRequest, 'method' | 'withinMs' | 'headers' | 'body'> = {},
  ): Promise<HttpAnswer> {
    const response = await this.#server.request({
      path,
      as: this.#certificate,
      withinMs: longRequestTimeoutMs,
      ...options,
    })
    if (response.status === 401) {
      throw new HarnessError(
        'untestable',
        `${this.name} was not authenticated, so nobody decided about GET ${path}.`,
      )
    }
    return response
  }

  /**
   * Reports whether the request is allowed, by any status of a refusal.
   * @param patienceMs time after which a request without a response is `unanswered`; without a value, it fails with an
   * error
   */
  async requestDecision(path?: string, patienceMs?: number): Promise<CallerDecision> {
    if (patienceMs === undefined) return decisionOf(await this.send(path))
    const response = await this.send(path, { withinMs: patienceMs }).catch((thrown: unknown) => {
      if (thrown instanceof HarnessError && thrown.detail === 'no-answer') return undefined
      throw thrown
    })
    return response === undefined ? 'unanswered' : decisionOf(response)
  }

  async expectAllowed(path?: string): Promise<void> {
    expect(await this.requestDecision(path), `what ${this.name} may do`).toBe('allowed')
  }

  async expectRefused(path?: string): Promise<void> {
    expect(await this.requestDecision(path), `what ${this.name} may do`).toBe('refused')
  }
}

function decisionOf({ status }: HttpAnswer): CallerDecision {
  // The response 405 means that the request was authorized.
  return status < 400 || status === methodNotAllowed ? 'allowed' : 'refused'
}

const methodNotAllowed = 405
