import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lease as the double stores it. */
export interface Lease {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly spec: Readonly<Record<string, unknown>>
}

/** Healthy API server on the loopback interface that stores one lease, for unit tests. */
export class LeaseDouble implements AsyncDisposable {
  /** Method and path of each request, oldest first. */
  readonly requests: string[] = []
  lease: Lease | undefined
  /** True to respond to requests for the lease with 500. */
  failsLeaseRequests = false
  url = ''
  #version = 0
  readonly #server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => {
      const { method = '', url = '' } = request
      this.requests.push(`${method} ${url}`)
      const [status, body] = url === '/healthz' ? [200, {}] : this.#answer(method, url, text)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })

  static async start(): Promise<LeaseDouble> {
    const double = new LeaseDouble()
    double.#server.listen(0, '127.0.0.1')
    await once(double.#server, 'listening')
    double.url = `http://127.0.0.1:${(double.#server.address() as AddressInfo).port}`
    return double
  }

  /** Stores a lease on behalf of another client. */
  store({ metadata, spec }: Lease): void {
    this.#version += 1
    this.lease = { metadata: { ...metadata, resourceVersion: String(this.#version) }, spec }
  }

  /** Returns a client configuration that refers to this server. */
  clientConfig(): string {
    return JSON.stringify({
      clusters: [{ name: 'here', cluster: { server: this.url } }],
      users: [{ name: 'me', user: {} }],
      contexts: [{ name: 'main', context: { cluster: 'here', user: 'me' } }],
      'current-context': 'main',
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(method: string, url: string, text: string): readonly [status: number, body: object] {
    if (this.failsLeaseRequests) return [500, {}]
    // A leader continues with requests for the resources of its controllers.
    if (!url.includes('/leases')) return [404, {}]
    if (method === 'GET') return this.lease === undefined ? [404, {}] : [200, this.lease]
    const sentLease = JSON.parse(text) as Lease
    const isStale = sentLease.metadata['resourceVersion'] !== this.lease?.metadata['resourceVersion']
    if (isStale) return [409, {}]
    this.store(sentLease)
    return [method === 'POST' ? 201 : 200, this.lease ?? {}]
  }
}
