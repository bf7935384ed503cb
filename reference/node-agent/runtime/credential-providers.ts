import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMapping } from '../../config/decode.ts'
import { readDocument } from '../../config/read-document.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

interface Provider {
  readonly name: string
  readonly matchImages: readonly string[]
}

interface Credentials {
  readonly username: string
  readonly password: string
}

const timeoutMs = 10_000
const extensionPattern = /\.(json|ya?ml)$/
const patternWithoutYml = /\.(json|yaml)$/

/** Programs that provide the credentials for image pulls. */
export class CredentialProviders {
  readonly #providers: readonly Provider[]
  readonly #directory: string

  /** Reads the file or directory that the flags name. Throws a Refusal when the file or a program cannot be used. */
  constructor(flags: FlagValues) {
    const config = flags.string('image-credential-provider-config')
    this.#directory = flags.string('image-credential-provider-bin-dir') ?? ''
    this.#providers = config === undefined || fault('credential-providers-ignored') ? [] : providersAt(config)
    for (const { name } of this.#providers)
      if (statSync(join(this.#directory, name), { throwIfNoEntry: false }) === undefined)
        throw new Refusal(`--image-credential-provider-bin-dir: there is no program ${name}`)
  }

  /** Returns the credentials for an image, or undefined when no program has credentials. */
  async credentialsFor(image: string): Promise<Credentials | undefined> {
    for (const { name, matchImages } of this.#providers) {
      if (!matchImages.some((pattern) => image.startsWith(pattern))) continue
      const credentials = credentialsIn(await this.#run(name, image))
      if (credentials !== undefined) return credentials
    }
    return undefined
  }

  #run(name: string, image: string): Promise<unknown> {
    const request = { kind: 'CredentialProviderRequest', apiVersion: 'credentialprovider.orch.io/v1' }
    return new Promise((resolve) => {
      const child = execFile(join(this.#directory, name), { timeout: timeoutMs }, (error, stdout) =>
        resolve(error === null ? parseJson(stdout) : undefined),
      )
      child.stdin?.on('error', () => {}).end(JSON.stringify({ ...request, image }))
    })
  }
}

function providersAt(path: string): Provider[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new Refusal(`--image-credential-provider-config: there is no ${path}`)
  if (!stats.isDirectory()) return fault('credential-file-ignored') ? [] : providersIn(path)
  const withExtension = fault('credential-yml-ignored') ? patternWithoutYml : extensionPattern
  const filePattern = fault('credential-files-of-any-extension') ? /\.\w+$/ : withExtension
  const names = readdirSync(path, { recursive: fault('credential-directories-below-read') })
    .map(String)
    .filter((name) => filePattern.test(name))
    .sort()
  if (fault('credential-files-reversed')) names.reverse()
  const providers = names.flatMap((name) => providersIn(join(path, name)))
  return fault('credential-files-by-name')
    ? providers.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    : providers
}

function providersIn(file: string): Provider[] {
  if (!readFileSync(file, 'utf8').startsWith('{') && fault('credential-yaml-not-parsed')) return []
  const { providers: all } = readDocument(file)
  const providers = Array.isArray(all) && fault('only-first-credential-provider') ? all.slice(0, 1) : all
  if (!Array.isArray(providers)) throw new Refusal(`${file}: providers is missing`)
  return providers.filter(isMapping).map(({ name, matchImages }) => ({
    name: String(name),
    matchImages: Array.isArray(matchImages) ? patternsOf(matchImages.map(String)) : [],
  }))
}

function patternsOf(patterns: readonly string[]): readonly string[] {
  return fault('only-first-image-pattern') ? patterns.slice(0, 1) : patterns
}

function credentialsIn(answer: unknown): Credentials | undefined {
  const auth = isMapping(answer) && isMapping(answer['auth']) ? Object.values(answer['auth'])[0] : undefined
  if (!isMapping(auth)) return undefined
  return { username: String(auth['username']), password: String(auth['password']) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
