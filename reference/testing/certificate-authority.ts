import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { certificate, type CertificateContent } from '../certificates/certificate.ts'

/** A certificate and its key in PEM. */
export interface Pair {
  readonly cert: string
  readonly key: string
}

const hourMs = 3_600_000

/** Creates certificates for unit tests. */
export class CertificateAuthority {
  readonly cert: string
  readonly #key: KeyObject
  readonly #name: string

  constructor(commonName: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#name = commonName
    this.cert = this.#sign({ commonName, publicKey, isAuthority: true })
  }

  /** Returns a pair for a server on the loopback interface. */
  server(): Pair {
    return this.#leaf({ commonName: 'server', hosts: ['localhost', '127.0.0.1'] })
  }

  /** Returns a pair for a client of the name and the groups. */
  client(commonName: string, organizations: readonly string[] = []): Pair {
    return this.#leaf({ commonName, organizations })
  }

  #leaf(content: Pick<CertificateContent, 'commonName' | 'organizations' | 'hosts'>): Pair {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const cert = this.#sign({ ...content, publicKey })
    return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }

  #sign(content: Omit<CertificateContent, 'fromMs' | 'untilMs'>): string {
    const nowMs = Date.now()
    const validity = { fromMs: nowMs - hourMs, untilMs: nowMs + hourMs }
    return certificate({ ...content, ...validity }, { commonName: this.#name, privateKey: this.#key })
  }
}
