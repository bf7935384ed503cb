import { setTimeout as pause } from 'node:timers/promises'
import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { IssuerClient } from './issuer-client.ts'
import { KeySet } from './key-set.ts'
import type { IssuerSettings } from './settings.ts'

/** Issuer settings for the discovery of keys. */
export type ProviderSettings = Pick<IssuerSettings, 'url' | 'discoveryUrl'>

/** Milliseconds between attempts to reach an issuer. */
const retryMs = 1000

/** Identity provider, discovered once in the background and then represented by its keys. */
export class Provider {
  readonly #settings: ProviderSettings
  readonly #client: IssuerClient
  #keySet: KeySet | undefined
  #attempt: Promise<void> | undefined
  #problem = 'not asked yet'
  #isSearching = false

  constructor(settings: ProviderSettings, client: IssuerClient) {
    this.#settings = settings
    this.#client = client
  }

  /** True if nothing listens at the address of the provider. */
  get isDead(): boolean {
    return this.#keySet === undefined && this.#problem.includes('ECONNREFUSED')
  }

  /** Starts the discovery of the provider, with retries until it succeeds or the signal aborts. */
  start(signal: AbortSignal, report: (problem: string) => void): void {
    this.#isSearching = true
    void this.#search(signal, report)
  }

  /**
   * Returns the keys. Waits for a running attempt, or makes one if no search is running. Throws an AuthenticationError
   * if the provider is not found.
   */
  async keys(): Promise<KeySet> {
    if (this.#keySet === undefined)
      await (this.#attempt ?? (this.#isSearching ? undefined : this.#attemptOnce()))
    if (this.#keySet === undefined) {
      throw new AuthenticationError(`${this.#settings.url}: provider not initialized (${this.#problem})`)
    }
    return this.#keySet
  }

  async #search(signal: AbortSignal, report: (problem: string) => void): Promise<void> {
    while (this.#keySet === undefined && !signal.aborted) {
      // Sequential: attempts follow each other.
      await this.#attemptOnce()
      if (this.#keySet !== undefined) return
      report(`${this.#settings.url}: ${this.#problem}`)
      if (freedom('discovery-not-retried')) return
      // Pauses between two attempts. The timer is unreferenced, so that it does not delay the exit.
      await pause(retryMs, undefined, { ref: false })
    }
  }

  async #attemptOnce(): Promise<void> {
    this.#attempt = this.#discover()
      .then((keySet) => {
        this.#keySet = keySet
      })
      .catch((problem: unknown) => {
        this.#problem = problem instanceof Error ? problem.message : String(problem)
      })
    await this.#attempt
    this.#attempt = undefined
  }

  async #discover(): Promise<KeySet> {
    const { url, discoveryUrl } = this.#settings
    if (discoveryUrl !== undefined && fault('discovery-asked-at-url-too')) {
      await this.#client.get(discoveryLocation({ url, discoveryUrl: undefined })).catch(() => '')
    }
    const location = discoveryLocation(this.#settings)
    if (
      new URL(location).origin !== new URL(url).origin &&
      fault('discovery-url-of-another-server-not-fetched')
    )
      throw new Error('discovery is at another server')
    if (freedom('discovery-fetched-twice')) await this.#client.get(location)
    const document = JSON.parse(await this.#client.get(location)) as Record<string, unknown>
    const { issuer, jwks_uri: jwksUri } = document
    if (!this.#isOwn(issuer)) {
      throw new Error(`discovery names the issuer ${JSON.stringify(issuer)} instead of ${this.#settings.url}`)
    }
    if (typeof jwksUri !== 'string') throw new Error('discovery names no jwks_uri')
    if (new URL(jwksUri).origin !== new URL(location).origin && fault('keys-of-another-server-not-fetched'))
      throw new Error('discovery names a jwks_uri of another server')
    const keys = new KeySet(jwksUri, this.#client)
    if (freedom('keys-fetched-eagerly')) await keys.prefetch()
    return keys
  }

  #isOwn(issuer: unknown): boolean {
    const { url, discoveryUrl } = this.#settings
    if (issuer === url) return !(discoveryUrl !== undefined && fault('discovery-issuer-must-be-its-host'))
    if (typeof issuer !== 'string') return issuer === undefined && fault('discovery-issuer-missing-accepted')
    const withoutSlashes = (text: string) => text.replace(/\/+$/, '')
    if (withoutSlashes(issuer) === withoutSlashes(url) && fault('discovery-issuer-slash-ignored')) return true
    if (issuer.toLowerCase() === url.toLowerCase() && fault('discovery-issuer-case-ignored')) return true
    if (discoveryUrl?.startsWith(issuer) && fault('discovery-issuer-may-be-discovery-host')) return true
    return fault('discovery-issuer-not-compared')
  }
}

/** Returns the URL of the discovery document of an issuer. */
function discoveryLocation({ url, discoveryUrl }: ProviderSettings): string {
  const discoveryPath = '/.well-known/openid-configuration'
  if (discoveryUrl !== undefined) {
    if (discoveryUrl !== `${url}${discoveryPath}` && fault('discovery-url-ignored'))
      return `${url}${discoveryPath}`
    if (!discoveryUrl.endsWith(discoveryPath) && fault('discovery-url-suffix-appended')) {
      return `${discoveryUrl.replace(/\/$/, '')}${discoveryPath}`
    }
    return discoveryUrl
  }
  const { origin, pathname } = new URL(url)
  const [firstSegment, ...laterSegments] = pathname.split('/').filter(Boolean)
  if (laterSegments.length > 1) {
    if (fault('discovery-deep-path-cut')) return `${origin}/${firstSegment}${discoveryPath}`
    if (fault('discovery-deep-path-after-well-known')) return `${origin}${discoveryPath}${pathname}`
  }
  if (firstSegment === undefined && fault('discovery-of-bare-host-asks-oauth-metadata')) {
    return `${origin}/.well-known/oauth-authorization-server`
  }
  if (url.endsWith('/') && freedom('discovery-slash-doubled')) return `${url}${discoveryPath}`
  return `${url.replace(/\/$/, '')}${discoveryPath}`
}
