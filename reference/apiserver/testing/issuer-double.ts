import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { CertificateAuthority } from '../../testing/certificate-authority.ts'

/** Identity provider on the loopback interface, for unit tests. */
export class IssuerDouble implements AsyncDisposable {
  /** Paths of the requests, oldest first. */
  readonly requestPaths: string[] = []
  /** Bodies by path; the bodies of discovery and keys exist from the start. */
  readonly answers = new Map<string, unknown>()
  url = ''
  #key: CryptoKey | undefined
  #keyNumber = 0
  readonly #algorithm: string
  readonly #server: Server

  constructor(authority: CertificateAuthority, algorithm: string) {
    this.#algorithm = algorithm
    this.#server = createServer(authority.server(), (request, response) => {
      this.requestPaths.push(request.url ?? '')
      const answer = this.answers.get(request.url ?? '')
      response.writeHead(answer === undefined ? 404 : 200)
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? null))
    })
  }

  /** Starts a double whose certificate the authority signs. */
  static async start(authority: CertificateAuthority, algorithm = 'ES256'): Promise<IssuerDouble> {
    const issuer = new IssuerDouble(authority, algorithm)
    issuer.#server.listen(0, '127.0.0.1')
    await once(issuer.#server, 'listening')
    issuer.url = `https://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}`
    issuer.answers.set('/.well-known/openid-configuration', {
      issuer: issuer.url,
      jwks_uri: `${issuer.url}/keys`,
    })
    await issuer.rotate()
    return issuer
  }

  /** Signs with a new key from now on, and publishes only that key. */
  async rotate(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(this.#algorithm, { extractable: true })
    this.#key = privateKey
    this.#keyNumber += 1
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: String(this.#keyNumber), alg: this.#algorithm }
    this.answers.set('/keys', { keys: [jwk] })
  }

  /** Mints a token with the minimal claims and the given claims; undefined removes a claim. */
  async mint(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    if (this.#key === undefined) throw new Error('not started')
    const exp = Math.floor(Date.now() / 1000) + 600
    const payload = { iss: this.url, aud: ['api'], exp, sub: 'jane', ...claims }
    return new SignJWT(payload)
      .setProtectedHeader({ alg: this.#algorithm, kid: String(this.#keyNumber) })
      .sign(this.#key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
