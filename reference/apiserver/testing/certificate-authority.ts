import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { der, oid, sequence, set, time } from '../http/der.ts'

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const isTrue = der(0x01, Buffer.from([0xff]))

/** A certificate and its key in PEM. */
export interface Pair {
  readonly cert: string
  readonly key: string
}

/** Makes certificates for unit tests. */
export class CertificateAuthority {
  readonly cert: string
  readonly #key: KeyObject
  readonly #name: Buffer

  constructor(commonName: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#name = distinguished(commonName, [])
    this.cert = this.#sign(this.#name, publicKey, [
      sequence(oid('2.5.29.19'), isTrue, der(0x04, sequence(isTrue))),
    ])
  }

  /** A pair for a server on the loopback interface. */
  server(): Pair {
    const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
    return this.#leaf('server', [], [sequence(oid('2.5.29.17'), der(0x04, names))])
  }

  /** A pair for a client of the name and the groups. */
  client(name: string, groups: readonly string[] = []): Pair {
    return this.#leaf(name, groups, [])
  }

  #leaf(name: string, groups: readonly string[], extensions: readonly Buffer[]): Pair {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const cert = this.#sign(distinguished(name, groups), publicKey, extensions)
    return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }

  #sign(subject: Buffer, publicKey: KeyObject, extensions: readonly Buffer[]): string {
    const now = Date.now()
    const body = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ecdsaWithSha256,
      this.#name,
      sequence(time(now - 3_600_000), time(now + 3_600_000)),
      subject,
      publicKey.export({ type: 'spki', format: 'der' }),
      ...(extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
    )
    const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, this.#key)]))
    return new X509Certificate(sequence(body, ecdsaWithSha256, signature)).toString()
  }
}

function distinguished(commonName: string, organizations: readonly string[]): Buffer {
  const part = (id: string, value: string) => set(sequence(oid(id), der(0x0c, Buffer.from(value))))
  const groups = organizations.map((organization) => part('2.5.4.10', organization))
  return sequence(...groups, part('2.5.4.3', commonName))
}
