import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Certificate that is served for some names only. */
interface Named {
  readonly material: Pick<TlsOptions, 'cert' | 'key'>
  /** Names from the command line; empty if the names of the certificate are used. */
  readonly patterns: readonly string[]
  /** Names in the certificate. */
  readonly extracted: readonly string[]
}

/** Additional certificates, selected by the name that a client requests or the address to which it connected. */
export class NamedCertificates {
  readonly #named: readonly Named[]
  readonly #contexts = new Map<Named, SecureContext>()
  readonly #base: TlsOptions

  /** @param pairs values of `--tls-sni-cert-key`: `certificate,key[:patterns]` */
  constructor(pairs: readonly string[], base: TlsOptions) {
    this.#base = base
    const used = pairs.length > 1 && fault('sni-last-pair-only') ? pairs.slice(-1) : pairs
    this.#named = used.map((pair) => readPair(pair, base))
  }

  /** Options of a server that selects the certificate by name. */
  get options(): TlsOptions {
    if (this.#named.length === 0) return this.#base
    return { ...this.#base, SNICallback: (name, done) => done(null, this.#contextFor(name)) }
  }

  /** Makes a server select the certificate by the local address for clients that name no host. */
  attend(server: Server & { setSecureContext(options: TlsOptions): void }): void {
    if (!this.#named.some(({ patterns }) => patterns.some((pattern) => isIP(pattern) !== 0))) return
    // The server uses its current context for a connection that names no host.
    server.prependListener('connection', ({ localAddress = '' }: Socket) => {
      const address = localAddress.replace(/^::ffff:/, '')
      const found = this.#named.find(({ patterns }) => patterns.includes(address))
      const isServed = found !== undefined && !fault('sni-addresses-ignored')
      const stranger = fault('sni-nameless-gets-first') ? this.#named[0] : undefined
      server.setSecureContext({ ...this.#base, ...(isServed ? found : stranger)?.material })
    })
  }

  #contextFor(name: string): SecureContext | undefined {
    const found = this.#find(name.toLowerCase())
    if (found === undefined) return undefined
    let context = this.#contexts.get(found)
    if (context === undefined) {
      context = createSecureContext({ ...this.#base, ...found.material })
      this.#contexts.set(found, context)
    }
    return context
  }

  /** Prefers exact names to wildcards, and in each group names of the command line to those of certificates. */
  #find(name: string): Named | undefined {
    const wildcard = name.replace(/^[^.]+/, '*')
    const exact = [this.#by('patterns', name), this.#by('extracted', name)] as const
    const wild = [this.#by('patterns', wildcard), this.#by('extracted', wildcard)] as const
    const contested = exact[0] ?? exact[1]
    const isWild = wild[0] ?? wild[1]
    if (contested !== undefined && isWild !== undefined && fault('sni-wildcard-beats-exact')) {
      return isWild
    }
    if (exact[0] !== undefined && exact[1] !== undefined && fault('sni-extracted-beats-explicit')) {
      return exact[1]
    }
    const found = contested ?? isWild
    if (found === undefined && fault('sni-unknown-gets-first')) return this.#named[0]
    return found
  }

  #by(where: 'patterns' | 'extracted', name: string): Named | undefined {
    const found = this.#named.find((named) => named[where].includes(name))
    if (found === undefined) return undefined
    if (where === 'extracted') return fault('sni-names-not-extracted') ? undefined : found
    return name.startsWith('*') && fault('sni-wildcards-ignored') ? undefined : found
  }
}

function readPair(pair: string, base: TlsOptions): Named {
  const [, certFile = '', keyFile = '', written] = /^([^,]+),([^,:]+)(?::(.+))?$/.exec(pair) ?? []
  if (certFile === '') {
    if (fault('sni-pair-form-unchecked')) return { material: {}, patterns: [], extracted: [] }
    throw new Refusal(`--tls-sni-cert-key: ${JSON.stringify(pair)} is not certificate,key[:patterns]`)
  }
  try {
    const cert = readFileSync(certFile)
    const material = { cert, key: readFileSync(keyFile) }
    createSecureContext({ ...base, ...material })
    const patterns = written?.split(',') ?? []
    const isExtracted = patterns.length === 0 || freedom('sni-names-beside-patterns')
    return { material, patterns, extracted: isExtracted ? namesOf(cert) : [] }
  } catch (cause) {
    throw new Refusal(`--tls-sni-cert-key: ${certFile} and ${keyFile} cannot be served`, { cause })
  }
}

/** Returns the host names of a certificate. */
function namesOf(cert: Buffer): string[] {
  const { subject, subjectAltName = '' } = new X509Certificate(cert)
  const commonName = /^CN=(.+)$/m.exec(subject)?.[1] ?? ''
  const alternatives = [...subjectAltName.matchAll(/DNS:([^,]+)/g)].map(([, name = '']) => name)
  return [commonName, ...alternatives].filter((name) => isIP(name) === 0)
}
