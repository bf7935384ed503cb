import { currentCheck, inconclusiveError } from '#kit'
import { type Dialect, file, type ReloadResult, writeConfiguration } from '#kit/launch.ts'
import { appendFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startServer } from '../../shared/api-server.ts'
import { authenticationConfiguration, plainAuthenticator } from '../../shared/authentication/configuration.ts'
import { authorizationConfiguration } from '../../shared/authorization/configuration.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { entryValues } from '#documents/fields.ts'
import { authorizationTable } from '#documents/1/authorization.ts'

/** Kind of a file that a running server can read again. */
export type ReloadedKind = keyof NonNullable<Dialect['reloads']>

// Maximum number of files per server, which limits its log.
export const filesPerServer = 1_000
const readWithinMs = 1_000
const attempts = 5

const unreachableIssuer = { url: 'https://127.0.0.1:1', certificateAuthority: '' }

/** Initial files of a server, which differ from every drawn file. */
const initialContents: Readonly<Record<ReloadedKind, () => object>> = {
  authentication: () => {
    const { issuer, ...rest } = plainAuthenticator(unreachableIssuer)
    const { certificateAuthority: _, ...own } = issuer
    return authenticationConfiguration({
      jwt: [{ issuer: own, ...rest }],
      anonymous: { enabled: true, conditions: [{ path: '/initial' }] },
    })
  },
  authorization: () =>
    authorizationConfiguration([
      {
        type: 'Webhook',
        name: 'initial',
        webhook: {
          ...entryValues(authorizationTable, 'WebhookConfiguration', 0),
          failurePolicy: 'open:failurePolicy.deny',
          connectionInfo: { type: 'OrchConfig', orchConfigFile: 'file:client.yaml' },
          matchConditions: [],
        },
      },
    ]),
}

/** Server that reloads files of one kind. */
export class ReloadingServer {
  readonly #server: ApiServer
  readonly #kind: ReloadedKind
  readonly #resultIn: (line: string) => ReloadResult | undefined
  #number = 0
  #accepted = ''

  private constructor(server: ApiServer, kind: ReloadedKind) {
    this.#server = server
    this.#kind = kind
    this.#resultIn = currentCheck().dialect.reloads?.[kind] ?? (() => undefined)
  }

  /**
   * Starts a server.
   * @param completeContent replaces the names of adjacent files
   * @returns `undefined` if it does not log the reload of an invalid file
   */
  static async start(
    kind: ReloadedKind,
    completeContent: (content: object) => object,
  ): Promise<ReloadingServer | undefined> {
    const flags = configurationFlag(kind, completeContent(initialContents[kind]()))
    const server = new ReloadingServer(await startServer({ flags }), kind)
    if ((await server.#readWithRetries({ kind: 'None' })) !== undefined) return server
    await server.stop()
    return undefined
  }

  /** Replaces the file, and returns the result that the server reports. */
  async read(content: object): Promise<ReloadResult> {
    const text = JSON.stringify(content)
    // A server does not report a file that equals its current file.
    if (text === this.#accepted) return { isValid: true, error: '' }
    const result = await this.#readWithRetries(content)
    if (result === undefined)
      throw inconclusiveError(`The server reported no result of a file within ${attempts * readWithinMs} ms.`)
    if (result.isValid) this.#accepted = text
    return result
  }

  /** Repeats the write, because a server may miss a change while it reads the previous file. */
  async #readWithRetries(content: object): Promise<ReloadResult | undefined> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const result = this.#nextResult()
      this.#write(content)
      const readResult = await result
      if (readResult !== undefined) return readResult
    }
    return undefined
  }

  /** Returns the result in the next log line with a result. */
  #nextResult(): Promise<ReloadResult | undefined> {
    return new Promise((resolve) => {
      const finish = (result: ReloadResult | undefined): void => {
        clearTimeout(timer)
        stopListening()
        resolve(result)
      }
      const timer = setTimeout(finish, readWithinMs, undefined)
      const stopListening = this.#server.launched.timeline.listen(({ kind, what }) => {
        const result = kind === 'output' ? this.#resultIn(what) : undefined
        if (result !== undefined) finish(result)
      })
    })
  }

  /** Replaces the file by a rename, so that it is never read half-written. */
  #write(content: object): void {
    const { directory } = this.#server
    const { dialect } = currentCheck()
    const path = writeConfiguration(file(`${this.#kind}.next.yaml`, content), dialect, directory)
    // Makes the bytes unique, because a server does not reload an unchanged file.
    appendFileSync(path, `# ${this.#number++}\n`)
    renameSync(path, join(directory, `${this.#kind}.yaml`))
  }

  stop(): Promise<unknown> {
    return this.#server.stop()
  }
}
