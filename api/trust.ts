import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trustingFetch } from './trusting-fetch.ts'

/** Something whose certificate an authority of its own has signed: every peer over TLS, or one issuer or webhook of it. */
export interface Certified {
  /** PEM of the authority. */
  readonly certificateAuthority: string
}

/** A peer's certificate authority in the shapes that clients take. */
export interface Trust {
  /** The certificate as PEM: the option `ca` of Node's own clients, `certificateAuthority` of a configuration. */
  readonly pem: string
  /** Path of a file with it, for clients that are given a path; it is removed when this process ends. */
  readonly file: string
  /** For the environment of a Node program that is started later; it has no effect on this process. */
  readonly env: { readonly NODE_EXTRA_CA_CERTS: string }
  /** The same as a line: `NODE_EXTRA_CA_CERTS=/tmp/…/ca.crt`. */
  readonly line: string
  /** A `fetch` that trusts this authority and no other; for libraries that take one, as jose and openid-client do. */
  readonly fetch: typeof fetch
  /**
   * A dispatcher for the built-in `fetch`, or for undici's own.
   * @param Agent the class of that name of the `undici` in your project
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
 * What makes a client trust a peer.
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

/** One file per authority, however often it is asked for. */
function fileOf(pem: string): string {
  const known = files.get(pem)
  if (known !== undefined) return known
  if (directory === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'orch-trust-'))
    directory = made
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  }
  const name = createHash('sha256').update(pem).digest('hex').slice(0, 16)
  const file = join(directory, `${name}.crt`)
  writeFileSync(file, pem)
  files.set(pem, file)
  return file
}
