import type { GrpcServerEvents } from '../grpc/server.ts'
import type { Journal } from '../peer/index.ts'
import { clientSubject } from '../tls/index.ts'
import type { EtcdRequest } from './request.ts'
import { journalEntry } from './wire.ts'

/**
 * Records what no service receives: failed TLS handshakes, TLS clients that disconnect without a request, and calls of
 * unknown methods. Remembers the names in client certificates.
 */
export class ConnectionTracker implements GrpcServerEvents {
  readonly #journal: Journal<EtcdRequest>
  readonly #namesByAddress = new Map<string, string>()
  readonly #silentAddresses = new Set<string>()

  constructor(journal: Journal<EtcdRequest>) {
    this.#journal = journal
    journal.onAsked(({ from }) => this.#silentAddresses.delete(from))
  }

  /** Returns the common name that the client at an address has presented. */
  readonly clientAt = (from: string): string | undefined => this.#namesByAddress.get(from)

  readonly unknownMethod: GrpcServerEvents['unknownMethod'] = (path) => {
    this.#journal.record(journalEntry('Unknown', '', `Unknown ${path}`))
  }

  readonly handshakeSucceeded: GrpcServerEvents['handshakeSucceeded'] = (from, socket) => {
    this.#silentAddresses.add(from)
    const name = clientSubject(socket)?.commonName
    if (name !== undefined) this.#namesByAddress.set(from, name)
  }

  readonly handshakeFailed: GrpcServerEvents['handshakeFailed'] = (from, reason) => {
    this.#journal.record(journalEntry('Connect', from, `Connect: the TLS handshake failed: ${reason}`))
  }

  readonly clientLeft: GrpcServerEvents['clientLeft'] = (from) => {
    this.#namesByAddress.delete(from)
    if (this.#silentAddresses.delete(from))
      this.#journal.record(journalEntry('Connect', from, 'Connect: the client left without a question'))
  }
}
