import { createSigningKey, type KeyKind, type SigningKey } from './signing-key.ts'

/** Document of a key set endpoint (RFC 7517 §5). */
export interface KeySetDocument {
  readonly keys: readonly (Readonly<Record<string, unknown>> | SigningKey['jwk'])[]
}

const publishedKinds: readonly KeyKind[] = ['rsa', 'p256', 'p384', 'p521']

/** Keys of one issuer, for signing and publication. */
export class IssuerKeys {
  readonly #name: string
  #generation = 0
  #currentKeys: Promise<readonly SigningKey[]> | undefined
  #retiredKeys: readonly SigningKey[] = []
  #addedKeys: readonly SigningKey[] = []
  #document: Promise<Buffer> | undefined

  /** @internal */
  constructor(name: string) {
    this.#name = name
  }

  /** Returns the published key of a kind, or an unpublished key if the issuer publishes no key of this kind. */
  async signer(kind: KeyKind): Promise<SigningKey> {
    const existingKey = [...this.#addedKeys, ...(await this.#all())].find((key) => key.kind === kind)
    return existingKey ?? (await this.unpublished(kind))
  }

  /** Creates a key that the issuer does not publish. */
  unpublished(kind: KeyKind = 'p256', kid = `${this.#name}.unpublished`): Promise<SigningKey> {
    // No issuer publishes RSA keys of this generation.
    return createSigningKey(kind, kid, foreignKeyGeneration)
  }

  /** Publishes an additional key. From now on, it is the signing key of its kind. */
  add(key: SigningKey): void {
    this.#addedKeys = [key, ...this.#addedKeys]
    this.#document = undefined
  }

  /** Reports whether a key of a kind was added to the keys that every issuer publishes. */
  hasAdded(kind: KeyKind): boolean {
    return this.#addedKeys.some((key) => key.kind === kind)
  }

  /** Replaces every key with a new key. With `keepOld`, the old keys stay published. */
  async rotate({ keepOld = false } = {}): Promise<void> {
    const oldKeys = [...(await this.#all()), ...this.#addedKeys]
    this.#retiredKeys = keepOld ? [...this.#retiredKeys, ...oldKeys] : []
    this.#addedKeys = []
    this.#generation += 1
    this.#currentKeys = undefined
    this.#document = undefined
    await this.#all()
  }

  /** Returns the key set that is published now. */
  async document(): Promise<KeySetDocument> {
    return { keys: [...(await this.#all()), ...this.#addedKeys, ...this.#retiredKeys].map(({ jwk }) => jwk) }
  }

  /** Returns the JSON of the document as bytes, built once per change. */
  bytes(): Promise<Buffer> {
    this.#document ??= this.document().then((document) => Buffer.from(JSON.stringify(document)))
    return this.#document
  }

  #all(): Promise<readonly SigningKey[]> {
    const generation = this.#generation
    this.#currentKeys ??= Promise.all(
      publishedKinds.map((kind) =>
        createSigningKey(kind, `${this.#name}.${kind}.${generation + 1}`, generation),
      ),
    )
    return this.#currentKeys
  }
}

const foreignKeyGeneration = 1_000
