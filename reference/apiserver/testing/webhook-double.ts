import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { CertificateAuthority } from '../../testing/certificate-authority.ts'

/** Request that a webhook received. */
export interface ReceivedRequest {
  readonly path: string
  readonly authorization: string | undefined
  /** Common name of the client certificate. */
  readonly certificate: string | undefined
  readonly body: { readonly apiVersion: string; readonly spec: Readonly<Record<string, unknown>> }
}

/** Response of the webhook: an object is sent as JSON, a string unchanged, and a number as a status without a body. */
export type ScriptedResponse = object | string | number

/** Webhook on the loopback interface, for unit tests. */
export class WebhookDouble implements AsyncDisposable {
  readonly requests: ReceivedRequest[] = []
  answer: (question: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse> = () => ({})
  url = ''
  readonly #server: Server
  readonly #authority: CertificateAuthority

  constructor(authority: CertificateAuthority) {
    this.#authority = authority
    const tls = { ...authority.server(), ca: authority.cert, requestCert: true, rejectUnauthorized: false }
    this.#server = createServer(tls, (request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      request.on('end', () => {
        const certificateSubject = (request.socket as TLSSocket).getPeerCertificate().subject as
          | { CN?: string }
          | undefined
        const receivedRequest: ReceivedRequest = {
          path: request.url ?? '',
          authorization: request.headers.authorization,
          certificate: certificateSubject?.CN,
          body: JSON.parse(text) as ReceivedRequest['body'],
        }
        this.requests.push(receivedRequest)
        void Promise.resolve(this.answer(receivedRequest)).then((reply) => {
          response.writeHead(typeof reply === 'number' ? reply : 200)
          response.end(typeof reply === 'object' ? JSON.stringify(reply) : String(reply))
        })
      })
    })
  }

  /** Starts a double whose certificate the authority signs. */
  static async start(authority: CertificateAuthority): Promise<WebhookDouble> {
    const webhook = new WebhookDouble(authority)
    webhook.#server.listen(0, '127.0.0.1')
    await once(webhook.#server, 'listening')
    webhook.url = `https://127.0.0.1:${(webhook.#server.address() as AddressInfo).port}`
    return webhook
  }

  /** Responds to access reviews with a status in the version of the request. */
  decide(status: (question: ReceivedRequest) => object): void {
    this.answer = (receivedRequest) => ({
      kind: 'SubjectAccessReview',
      apiVersion: receivedRequest.body.apiVersion,
      status: status(receivedRequest),
    })
  }

  /** Returns a client configuration that refers to this webhook. */
  clientConfig(user: object = {}, path = ''): string {
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'here',
          cluster: {
            server: `${this.url}${path}`,
            'certificate-authority-data': Buffer.from(this.#authority.cert).toString('base64'),
          },
        },
      ],
      users: [{ name: 'me', user }],
      contexts: [{ name: 'main', context: { cluster: 'here', user: 'me' } }],
      'current-context': 'main',
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
