import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { HarnessError, shared, until } from '#kit'
import { targetDialect } from '../../../../shared/dialect.ts'
import { storedValue } from '../../../../shared/encryption/at-rest.ts'
import { keyedProvider, secretKey, stores } from '../../../../shared/encryption/configuration.ts'
import { EncryptedServer, sharedStorage } from '../../../../shared/encryption/servers.ts'
import {
  customResourceType,
  type MarkedObject,
  readMarked,
  type ResourceType,
  resourceTypes,
} from '../../../../shared/encryption/marked-objects.ts'
import { rewriteFile, replaceFile } from './file-changes.ts'

/** Keys that write one after the other, each in a separate provider. Earlier keys remain later in the list. */
export const keys = [secretKey('aescbc'), secretKey('aescbc'), secretKey('aescbc')] as const

/** Writer of an object: the index of the key in `keys`, `none` for data with a readable secret, or `refused`. */
export type Writer = 0 | 1 | 2 | 'none' | 'refused' | 'unknown'

/** Observations of the servers before and after the changes of their files. */
export interface ReloadedFiles {
  /** Writer on the server that reloads its file: at the start, and finally after each of two changes. */
  readonly rewrittenWriters: readonly [Writer, Writer, Writer]
  /** Writer of a custom resource: at the start, and finally after the first change. */
  readonly customWriters: readonly [Writer, Writer]
  /** True if the server still reads data of the first key. */
  readonly canReadOldData: boolean
  /** Final writer after the file was replaced with another file. */
  readonly replacedWriter: Writer
  /** Final writers after the file was replaced with the earlier content. */
  readonly revertedWriters: readonly [Writer, Writer]
  /** Writers of the server that does not reload its file, after the other server has applied each change. */
  readonly unreloadedWriters: readonly [Writer, Writer]
  /** Writers of a server whose file became invalid, at the same times. */
  readonly invalidWriters: readonly [Writer, Writer]
  /** Final writer of the server whose file became invalid, after its file is valid again. */
  readonly recoveredWriter: Writer
}

const pollEveryMs = 250

const reloadFlag = '--encryption-provider-config-automatic-reload'

/** Returns a file in which the first key writes again, and the second still reads. */
const entriesOfFirst = (): readonly object[] => [
  stores('secrets', keyedProvider(keys[0]), keyedProvider(keys[1])),
]

function entriesUpTo(last: 0 | 1 | 2): readonly object[] {
  const providers = keys.slice(0, last + 1).map((key) => keyedProvider(key))
  const names = ['secrets', ...(hasCustom() ? [customType.resource] : [])]
  return [stores(names, ...providers.toReversed())]
}

/** Custom resource in the file, for targets that support custom resources. */
const customType = customResourceType('followeds.reload.conformance.example')

// Document 1 requires a key of 32 bytes for AES-CBC.
const invalidEntries = [stores('secrets', keyedProvider(secretKey('aescbc', 31)))]

/**
 * Declares servers that reload their files and a server that does not, and returns a function for their observations.
 * All changes share their waits.
 */
export function followedFiles(): () => Promise<ReloadedFiles> {
  const start = (flags: object): EncryptedServer =>
    new EncryptedServer(sharedStorage(), entriesUpTo(0), () => ({ flags: { ...flags } }))
  const reloadFlags = { [reloadFlag]: true }
  const servers = {
    rewritten: start(reloadFlags),
    replaced: start(reloadFlags),
    invalid: start(reloadFlags),
    still: start({}),
  }
  const sharedChanges = shared(() => changeFiles(servers))
  return async () => {
    // The evidence of every check contains all servers.
    await Promise.all(Object.values(servers).map(({ server }) => server()))
    return sharedChanges()
  }
}

type ReloadServers = Readonly<Record<'rewritten' | 'replaced' | 'invalid' | 'still', EncryptedServer>>

async function changeFiles({ rewritten, replaced, invalid, still }: ReloadServers): Promise<ReloadedFiles> {
  const [first, old] = await storeObject(rewritten)
  const firstCustomWriter = await customWriter(rewritten)
  await storeObject(still)
  await Promise.all([
    rewriteFile(rewritten, entriesUpTo(1)),
    rewriteFile(still, entriesUpTo(1)),
    rewriteFile(invalid, invalidEntries),
    replaceFile(replaced, entriesUpTo(1)),
  ])
  const [second, byReplaced] = await Promise.all([waitForWriter(rewritten, 1), waitForWriter(replaced, 1)])
  const secondCustomWriter = await customWriter(rewritten)
  const [earlierStillWriter, earlierInvalidWriter] = [await writer(still), await writerOrNone(invalid)]
  await Promise.all([rewriteFile(rewritten, entriesUpTo(2)), replaceFile(replaced, entriesOfFirst())])
  const [third, back] = await Promise.all([waitForWriter(rewritten, 2), waitForWriter(replaced, 0)])
  const laterInvalidWriter = await writerOrNone(invalid)
  await Promise.all([rewriteFile(invalid, entriesUpTo(1)), replaceFile(replaced, entriesUpTo(1))])
  const [recovered, finalReplacedWriter] = await Promise.all([
    waitForWriter(invalid, 1),
    waitForWriter(replaced, 1),
  ])
  return {
    rewrittenWriters: [first, second, third],
    customWriters: [firstCustomWriter, secondCustomWriter],
    canReadOldData: (await readMarked(await rewritten.server(), old)).tells,
    replacedWriter: byReplaced,
    revertedWriters: [back, finalReplacedWriter],
    unreloadedWriters: [earlierStillWriter, await writer(still)],
    invalidWriters: [earlierInvalidWriter, laterInvalidWriter],
    recoveredWriter: recovered,
  }
}

/** Waits until a key is the writer, for as long as the target may take to reload a file. Returns the final writer. */
async function waitForWriter(server: EncryptedServer, key: Writer): Promise<Writer> {
  let currentWriter = await writerOrNone(server)
  const { reloadMs } = inject('settings').target.limits
  const condition = `the key ${key} writes`
  const check = async (): Promise<boolean> => {
    currentWriter = await writerOrNone(server)
    // Polls are rare, because each stores a secret.
    if (currentWriter !== key) await sleep(pollEveryMs)
    return currentWriter === key
  }
  await until(check, { withinMs: reloadMs, what: condition }).catch(() => {})
  return currentWriter
}

const hasCustom = (): boolean => targetDialect().capabilities.has('custom-resources')

async function customWriter(server: EncryptedServer): Promise<Writer> {
  return hasCustom() ? (await storeObject(server, customType))[0] : 'unknown'
}

async function writer(server: EncryptedServer): Promise<Writer> {
  return (await storeObject(server))[0]
}

/** Returns the writer like `writer`, or `refused` for a server that refuses writes. */
async function writerOrNone(server: EncryptedServer): Promise<Writer> {
  return writer(server).catch((thrown: unknown) => {
    if (thrown instanceof HarnessError && thrown.code === 'untestable') return 'refused'
    throw thrown
  })
}

/** Stores an object, by default a secret. Returns the writer of the stored value, and the object. */
async function storeObject(
  server: EncryptedServer,
  type: ResourceType = resourceTypes.secrets,
): Promise<[Writer, MarkedObject]> {
  const isCustom = type === customType
  const object = await (isCustom ? server.createCustom(type) : server.create(type))
  const { value } = await storedValue(await server.storage(), object)
  const bytes = Buffer.from(value)
  if (bytes.includes(object.secret)) return ['none', object]
  const keyIndex = keys.findIndex(({ name: key }) => bytes.includes(key))
  return [keyIndex === -1 ? 'unknown' : (keyIndex as Writer), object]
}
