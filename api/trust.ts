import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trustingFetch } from './trusting-fetch.ts'

/**
 * An endpoint whose certificate is signed by a private authority: a peer over TLS, or one of its issuers or webhooks.
 */
export interface Certified {
  /** PEM of the authority. */
  readonly certificateAuthority: string
}

/** Certificate authority of a peer in the forms that clients accept. */
export interface Trust {
  /** The certificate as PEM: the option `ca` of Node's clients, `certificateAuthority` of a configuration. */
  readonly pem: string
  /** Path of a file with the certificate, for clients that take a path. The file is removed when this process ends. */
  readonly file: string
  /** Environment variables that make a Node program trust the authority. */
  readonly env: { readonly NODE_EXTRA_CA_CERTS: string }
  /** The environment variable as a line: `NODE_EXTRA_CA_CERTS=/tmp/…/ca.crt`. */
  readonly line: string
  /**
   * A `fetch` that trusts only this authority, for libraries that accept a `fetch`, such as jose and openid-client.
   */
  readonly fetch: typeof fetch
  /**
   * Returns a dispatcher for the built-in `fetch` or for the `fetch` of undici.
   * @param Agent the class `Agent` of the `undici` in your project
   * @example
   * ```ts
   * import { Agent, fetch } from 'undici'
   * await fetch(issuer.url, { dispatcher: trust(issuer).dispatcher(Agent) })
   * ```
   */
  dispatcher<Dispatcher>(
    Agent: new (options: { readonly connect: { readonly ca: string } }) => Dispatcher,
  ): Dispatcher
}

/**
 * Returns the forms of trust that make a client accept a peer.
 * @param peer a peer over TLS, or one issuer or webhook of its host
 * @example
 * ```ts
 * await using issuer = await startOidcIssuer()
 * const keys = createRemoteJWKSet(new URL(`${issuer.url}/keys`), { [customFetch]: trust(issuer).fetch })
 * spawn('curl', ['--cacert', trust(issuer).file, issuer.url])
 * ```
 */
export function trust({ certificateAuthority: pem }: Certified): Trust {
  return {
    pem,
    get file() {
      return fileOf(pem)
    },
    get env() {
      return { NODE_EXTRA_CA_CERTS: fileOf(pem) }
    },
    get line() {
      return `NODE_EXTRA_CA_CERTS=${fileOf(pem)}`
    },
    fetch: trustingFetch(pem),
    dispatcher: (Agent) => new Agent({ connect: { ca: pem } }),
  }
}

const files = new Map<string, string>()
let directory: string | undefined

/** Returns the path of a file with the certificate. The file is written once for each certificate. */
function fileOf(pem: string): string {
  const existingFile = files.get(pem)
  if (existingFile !== undefined) return existingFile
  if (directory === undefined) {
    const newDirectory = mkdtempSync(join(tmpdir(), 'orch-trust-'))
    directory = newDirectory
    process.once('exit', () => rmSync(newDirectory, { recursive: true, force: true }))
  }
  const name = createHash('sha256').update(pem).digest('hex').slice(0, 16)
  const file = join(directory, `${name}.crt`)
  writeFileSync(file, pem)
  files.set(pem, file)
  return file
}
