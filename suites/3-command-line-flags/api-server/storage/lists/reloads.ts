import { shared, until } from '#kit'
import { contentOf, writePrivate } from '#kit/launch.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { encryptionFile } from '../../../../shared/encryption/configuration.ts'
import {
  createMarkedObject,
  type MarkedObject,
  readMarked,
  type ResourceType,
} from '../../../../shared/encryption/marked-objects.ts'
import { EncryptedServer, sharedStorage } from '../../../../shared/encryption/servers.ts'
import { files, keys, type Role, roles, type Writer, type Writers } from './files.ts'

/** Writers and readable objects that are observed while the file is changed twice. */
export interface ReloadResult {
  /** Final writers under each file. */
  readonly writers: readonly Writers[]
  /** True if objects of each file are read under the last file, by the role of their resource. */
  readonly reads: readonly Readonly<Record<Role, boolean>>[]
  /** All writers of the kept resource from the first to the last file. */
  readonly intermediateWriters: ReadonlySet<Writer>
}

const pollEveryMs = 400

/** Declares a server whose file is changed twice. All changes of a file share their wait. */
export function reloadedLists(): () => Promise<ReloadResult> {
  const flags = { '--encryption-provider-config-automatic-reload': true }
  const server = new EncryptedServer(sharedStorage(), files[0]?.entries ?? [], () => ({ flags }))
  const sharedReload = shared(() => reloadFiles(server))
  return async () => {
    await server.server()
    return sharedReload()
  }
}

async function reloadFiles(server: EncryptedServer): Promise<ReloadResult> {
  const apiServer = await server.server()
  const intermediateWriters = new Set<Writer>()
  const writers: Writers[] = []
  const createdObjects: Partial<Record<Role, MarkedObject>>[] = []
  for (const [index, file] of files.entries()) {
    if (index > 0) {
      const content = contentOf(encryptionFile(file.entries), apiServer.dialect)
      writePrivate(join(apiServer.directory, 'encryption.yaml'), content)
    }
    const settledWriters = await waitUntilSettled(server, file.writers, intermediateWriters)
    writers.push(
      Object.fromEntries(Object.entries(settledWriters).map(([role, { writer }]) => [role, writer])),
    )
    createdObjects.push(
      Object.fromEntries(Object.entries(settledWriters).map(([role, { object }]) => [role, object])),
    )
  }
  const readResults = createdObjects.map(async (objects) => {
    const reads = Object.entries(objects).map(async ([role, object]) => [
      role,
      (await readMarked(apiServer, object)).tells,
    ])
    return Object.fromEntries(await Promise.all(reads)) as Readonly<Record<Role, boolean>>
  })
  return { writers, reads: await Promise.all(readResults), intermediateWriters }
}

interface WrittenObject {
  readonly writer: Writer
  readonly object: MarkedObject
}

/** Waits until each resource has its writer, for as long as the target may take to reload a file. */
async function waitUntilSettled(
  server: EncryptedServer,
  wanted: Writers,
  seenWriters: Set<Writer>,
): Promise<Readonly<Record<Role, WrittenObject>>> {
  const results = new Map<Role, WrittenObject>()
  const { reloadMs } = inject('settings').target.limits
  const check = async (): Promise<boolean> => {
    for (const [role, type] of Object.entries(roles) as [Role, ResourceType][]) {
      if (role !== 'kept' && results.get(role)?.writer === wanted[role]) continue
      const writtenObject = await writeObject(server, type)
      results.set(role, writtenObject)
      if (role === 'kept') seenWriters.add(writtenObject.writer)
    }
    const areAsWanted = Object.entries(wanted).every(
      ([role, writer]) => results.get(role as Role)?.writer === writer,
    )
    if (!areAsWanted) await sleep(pollEveryMs)
    return areAsWanted
  }
  await until(check, { withinMs: reloadMs, what: 'every resource has its writer' }).catch(() => {})
  return Object.fromEntries(results) as Record<Role, WrittenObject>
}

/** Stores an object, which a server may refuse, and returns it with its writer. */
async function writeObject(server: EncryptedServer, type: ResourceType): Promise<WrittenObject> {
  const { object, status } = await createMarkedObject(await server.server(), type)
  if (status >= 400) return { writer: 'refused', object }
  const { keys: stored } = await server.storage()
  const value = Buffer.from(
    (await stored.entries()).find(({ key }) => key.endsWith(object.name))?.value ?? '',
  )
  if (value.includes(object.secret)) return { writer: 'none', object }
  const foundKey = Object.entries(keys).find(([, { name }]) => value.includes(name))
  return { writer: (foundKey?.[0] as Writer | undefined) ?? 'unknown', object }
}
