import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Certificate that is served for some names only. */
interface NamedCertificate {
  readonly material: Pick<TlsOptions, 'cert' | 'key'>
  /** Names from the command line; empty if the names of the certificate are used. */
  readonly patterns: readonly string[]
  /** Names in the certificate. */
  readonly extracted: readonly string[]
}

/** Additional certificates, selected by the name that a client requests or the address to which it connected. */
export class NamedCertificates {
  readonly #certificates: readonly NamedCertificate[]
  readonly #contexts = new Map<NamedCertificate, SecureContext>()
  readonly #baseOptions: TlsOptions

  /** @param pairs values of `--tls-sni-cert-key`: `certificate,key[:patterns]` */
  constructor(pairs: readonly string[], base: TlsOptions) {
    this.#baseOptions = base
    const usedPairs = pairs.length > 1 && fault('sni-last-pair-only') ? pairs.slice(-1) : pairs
    this.#certificates = usedPairs.map((pair, index) => readPair(pair, base, index > 0))
  }

  /** Options of a server that selects the certificate by name. */
  get options(): TlsOptions {
    if (this.#certificates.length === 0) return this.#baseOptions
    return { ...this.#baseOptions, SNICallback: (name, done) => done(null, this.#contextFor(name)) }
  }

  /** Makes a server select the certificate by the local address for clients that name no host. */
  attend(server: Server & { setSecureContext(options: TlsOptions): void }): void {
    if (!this.#certificates.some(({ patterns }) => patterns.some((pattern) => isIP(pattern) !== 0))) return
    // The server uses its current context for a connection that names no host.
    server.prependListener('connection', ({ localAddress = '' }: Socket) => {
      const address = localAddress.replace(/^::ffff:/, '')
      const addressMatch = this.#certificates.find(({ patterns }) => patterns.includes(address))
      const isAddressServed = addressMatch !== undefined && !fault('sni-addresses-ignored')
      const namelessFallback = fault('sni-nameless-gets-first') ? this.#certificates[0] : undefined
      server.setSecureContext({
        ...this.#baseOptions,
        ...(isAddressServed ? addressMatch : namelessFallback)?.material,
      })
    })
  }

  #contextFor(name: string): SecureContext | undefined {
    const nameMatch = this.#find(name.toLowerCase())
    if (nameMatch === undefined) return undefined
    let context = this.#contexts.get(nameMatch)
    if (context === undefined) {
      const { ca, ...otherOptions } = this.#baseOptions
      const trusts = ca === undefined || fault('sni-without-client-ca') ? {} : { ca }
      context = createSecureContext({ ...otherOptions, ...trusts, ...nameMatch.material })
      this.#contexts.set(nameMatch, context)
    }
    return context
  }

  /**
   * Returns the certificate for a name. Exact names take precedence over wildcards, and in both groups, names from the
   * command line take precedence over names in certificates.
   */
  #find(name: string): NamedCertificate | undefined {
    const wildcard = name.replace(/^[^.]+/, '*')
    const exactMatches = [
      this.#certificateBy('patterns', name),
      this.#certificateBy('extracted', name),
    ] as const
    const wildcardMatches = [
      this.#certificateBy('patterns', wildcard),
      this.#certificateBy('extracted', wildcard),
    ] as const
    const exactMatch = exactMatches[0] ?? exactMatches[1]
    const wildcardMatch = wildcardMatches[0] ?? wildcardMatches[1]
    if (exactMatch !== undefined && wildcardMatch !== undefined && fault('sni-wildcard-beats-exact')) {
      return wildcardMatch
    }
    if (
      exactMatches[0] !== undefined &&
      exactMatches[1] !== undefined &&
      fault('sni-extracted-beats-explicit')
    ) {
      return exactMatches[1]
    }
    const bestMatch = exactMatch ?? wildcardMatch
    if (bestMatch === undefined && fault('sni-unknown-gets-first')) return this.#certificates[0]
    return bestMatch
  }

  #certificateBy(field: 'patterns' | 'extracted', name: string): NamedCertificate | undefined {
    const match = this.#certificates.find((named) => named[field].includes(name))
    if (match === undefined) return undefined
    if (field === 'extracted') return fault('sni-names-not-extracted') ? undefined : match
    return name.startsWith('*') && fault('sni-wildcards-ignored') ? undefined : match
  }
}

function readPair(pair: string, base: TlsOptions, isLater: boolean): NamedCertificate {
  const [, certFile = '', keyFile = '', domainList] = /^([^,]+),([^,:]+)(?::(.+))?$/.exec(pair) ?? []
  if (certFile === '') {
    if (fault('sni-pair-form-unchecked')) return { material: {}, patterns: [], extracted: [] }
    throw new Refusal(`--tls-sni-cert-key: ${JSON.stringify(pair)} is not certificate,key[:patterns]`)
  }
  try {
    const cert = readFileSync(certFile)
    const material = { cert, key: readFileSync(keyFile) }
    createSecureContext({ ...base, ...material })
    const patterns = domainList?.split(',') ?? []
    const isExtracted = patterns.length === 0 || freedom('sni-names-beside-patterns')
    return { material, patterns, extracted: isExtracted ? namesOf(cert) : [] }
  } catch (cause) {
    if (isKeyMismatch(cause) && fault(isLater ? 'sni-later-keys-unchecked' : 'sni-first-key-unchecked')) {
      return { material: {}, patterns: [], extracted: [] }
    }
    throw new Refusal(`--tls-sni-cert-key: ${certFile} and ${keyFile} cannot be served`, { cause })
  }
}

/** Reports whether a certificate and a key are refused because they do not belong together. */
const isKeyMismatch = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'

/** Returns the host names of a certificate. */
function namesOf(cert: Buffer): string[] {
  const { subject, subjectAltName = '' } = new X509Certificate(cert)
  const commonName = /^CN=(.+)$/m.exec(subject)?.[1] ?? ''
  const dnsNames = [...subjectAltName.matchAll(/DNS:([^,]+)/g)].map(([, name = '']) => name)
  return [commonName, ...dnsNames].filter((name) => isIP(name) === 0)
}
