import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { isMapping } from '../config/decode.ts'
import { readDocument } from '../config/read-document.ts'
import { fault } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'

/** Address of a server, and the credentials for it. */
export interface ClientConfig {
  readonly server: URL
  /** CAs of the server in PEM; undefined for the CAs of the system. */
  readonly ca?: Buffer | undefined
  /** Name that the server's certificate must have instead of the host of its URL. */
  readonly serverName?: string | undefined
  readonly insecure: boolean
  readonly cert?: Buffer | undefined
  readonly key?: Buffer | undefined
  readonly token?: string | undefined
  readonly basic?: string | undefined
}

type Section = Readonly<Record<string, unknown>>

/**
 * Reads the current context of a client configuration file. Throws a Refusal that names the file and the invalid
 * member.
 */
export function readClientConfig(file: string): ClientConfig {
  return new Reader(file, readJson(file) ?? readDocument(file)).read()
}

/** Reads the current context. Returns undefined for an unusable file if `isLetPass` accepts it. */
export function readIfPresent(file: string, isLetPass: () => boolean): ClientConfig | undefined {
  try {
    return readClientConfig(file)
  } catch (thrown) {
    if (thrown instanceof Refusal && isLetPass()) return undefined
    throw thrown
  }
}

/** Returns the object of a JSON file, which needs no YAML parser; undefined for any other file. */
function readJson(file: string): Section | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isMapping(value) ? value : undefined
  } catch {
    return undefined
  }
}

class Reader {
  readonly #file: string
  readonly #document: Section

  constructor(file: string, document: Section) {
    this.#file = file
    this.#document = document
  }

  read(): ClientConfig {
    const { kind } = this.#document
    if (kind !== undefined && kind !== 'Config') this.#refuse('kind', 'must be Config')
    const context = this.#context()
    const cluster = this.#namedMember('clusters', 'cluster', this.#text(context, 'cluster', 'contexts'))
    const userName = this.#text(context, 'user', 'contexts')
    const user = userName === undefined ? {} : this.#namedMember('users', 'user', userName)
    const cert = this.#bytes(user, 'client-certificate', 'users')
    const key = this.#bytes(user, 'client-key', 'users')
    if ((cert === undefined) !== (key === undefined)) {
      this.#refuse('users', 'client-certificate and client-key go together')
    }
    const ca = this.#bytes(cluster, 'certificate-authority', 'clusters')
    // TLS accepts an empty CA without an error.
    if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----')) {
      this.#refuse('clusters', 'certificate-authority holds no PEM certificate')
    }
    this.#checkPem({ ca }, 'clusters', 'certificate-authority')
    this.#checkPem({ cert, key }, 'users', 'client-certificate and client-key')
    const [name, password] = [this.#text(user, 'username', 'users'), this.#text(user, 'password', 'users')]
    return {
      server: this.#server(cluster),
      ca: fault('client-config-bundle-cut') ? firstOf(ca) : ca,
      serverName: this.#text(cluster, 'tls-server-name', 'clusters'),
      insecure: this.#flag(cluster, 'insecure-skip-tls-verify', 'clusters'),
      cert,
      key,
      token: this.#token(user),
      basic: name === undefined ? undefined : `${name}:${password ?? ''}`,
    }
  }

  /** Returns the current context, or the only context if the file names none. */
  #context(): Section {
    const contextName = this.#text(this.#document, 'current-context', '')
    const contexts = this.#list('contexts')
    const firstContext = contexts[0]?.['name']
    if (contextName === undefined) {
      if (contexts.length !== 1 || typeof firstContext !== 'string')
        this.#refuse('current-context', 'required')
      return this.#namedMember('contexts', 'context', firstContext)
    }
    const usesFirstContext = firstContext !== contextName && fault('client-config-current-context-ignored')
    return this.#namedMember(
      'contexts',
      'context',
      usesFirstContext && typeof firstContext === 'string' ? firstContext : contextName,
    )
  }

  #server(cluster: Section): URL {
    const server = this.#text(cluster, 'server', 'clusters')
    if (server === undefined) {
      return this.#refuse('clusters', 'cluster.server is required')
    }
    if (!URL.canParse(server) || !/^https?:\/\//.test(server)) {
      return this.#refuse('clusters', `cluster.server ${JSON.stringify(server)} is no http or https URL`)
    }
    const url = new URL(server)
    const [, firstSegment = '', ...laterSegments] = url.pathname.split('/')
    const isPathCut = laterSegments.length > 0 && fault('client-config-server-path-cut')
    return isPathCut ? new URL(`/${firstSegment}`, url) : url
  }

  #token(user: Section): string | undefined {
    const token = this.#text(user, 'token', 'users')
    const tokenFile = this.#text(user, 'tokenFile', 'users')
    if (token !== undefined || tokenFile === undefined) return token
    return this.#readFile(tokenFile, 'users', 'tokenFile').toString('utf8').trim()
  }

  /** Returns the member of the named entry in a list. */
  #namedMember(list: string, member: string, name: string | undefined): Section {
    if (name === undefined) return this.#refuse('contexts', `context.${member} is required`)
    const entry = this.#list(list).find((listedEntry) => listedEntry['name'] === name)
    if (entry === undefined) return this.#refuse(list, `has no entry named ${JSON.stringify(name)}`)
    const section = entry[member] ?? {}
    if (!isMapping(section)) return this.#refuse(list, `${member} of ${JSON.stringify(name)} is no object`)
    return section
  }

  #list(name: string): readonly Section[] {
    const value = this.#document[name] ?? []
    if (!Array.isArray(value) || !value.every(isMapping))
      return this.#refuse(name, 'must be a list of objects')
    return value
  }

  #text(section: Section, name: string, path: string): string | undefined {
    const value = section[name]
    if (value === undefined || value === null || value === '') return undefined
    return typeof value === 'string' ? value : this.#refuse(path, `${name} must be a string`)
  }

  #flag(section: Section, name: string, path: string): boolean {
    const value = section[name] ?? false
    return typeof value === 'boolean' ? value : this.#refuse(path, `${name} must be true or false`)
  }

  /** Returns the inline base64 of `<name>-data`, or else the content of the file that `<name>` names. */
  #bytes(section: Section, name: string, path: string): Buffer | undefined {
    const inlineText = this.#text(section, `${name}-data`, path)
    if (inlineText !== undefined) {
      const isBase64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(inlineText)
      return isBase64 ? Buffer.from(inlineText, 'base64') : this.#refuse(path, `${name}-data is no base64`)
    }
    const file = this.#text(section, name, path)
    return file === undefined ? undefined : this.#readFile(file, path, name)
  }

  /** Reads a file named in the configuration. A relative name is resolved from the folder of the configuration. */
  #readFile(file: string, path: string, name: string): Buffer {
    try {
      return readFileSync(resolve(dirname(this.#file), file))
    } catch (cause) {
      return this.#refuse(path, `${name}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
    }
  }

  /** Reports unusable certificates and keys at once, not at the first request. */
  #checkPem(pem: SecureContextOptions, path: string, message: string): void {
    if (Object.values(pem).every((value) => value === undefined)) return
    try {
      createSecureContext(pem)
    } catch (cause) {
      this.#refuse(path, `${message}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }

  #refuse(path: string, message: string): never {
    throw new Refusal(`${this.#file}: ${path === '' ? '' : `${path}: `}${message}`)
  }
}

/** Returns the first certificate of a bundle. Only a fault uses this function. */
function firstOf(bundle: Buffer | undefined): Buffer | undefined {
  const endMarker = '-----END CERTIFICATE-----'
  return bundle && Buffer.from(`${bundle.toString().split(endMarker)[0]}${endMarker}\n`)
}
