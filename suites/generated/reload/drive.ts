import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { until } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import { contentOf, file, writePrivate } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startOutcome } from '../../shared/api-server.ts'
import {
  createMarkedObject,
  type MarkedObject,
  readMarked,
  resourceTypes,
} from '../../shared/encryption/marked-objects.ts'
import { startStorage, type Storage } from '../../shared/storage.ts'
import { fileOf } from '../encryption/file.ts'
import type { ResourceEntry } from '../encryption/model.ts'
import { type ReloadCase, resources, sentinel } from './model.ts'
import { isReadUnder, writersUnder } from './oracle.ts'

const pollEveryMs = 300

/** An object of a case, with the name of the key that wrote it; `undefined` if it is not encrypted. */
interface WrittenObject {
  readonly object: MarkedObject
  readonly writer: string | undefined
}

/** Changes one file for all cases, each with a separate resource, and observes the writers and readers of objects. */
export async function judgeReloads(cases: readonly ReloadCase[]): Promise<readonly CaseResult[]> {
  const storage = await startStorage()
  const disagreements: Disagreement[][] = cases.map(() => [])
  const writtenObjects: WrittenObject[][] = cases.map(() => [])
  const fileCount = Math.max(...cases.map(({ files }) => files.length))
  let nextFile = 0
  try {
    while (nextFile < fileCount && disagreements.every(({ length }) => length === 0)) {
      const firstFile = nextFile
      const flags = {
        '--encryption-provider-config': file('encryption.yaml', fileOf(entriesOf(cases, firstFile))),
        '--encryption-provider-config-automatic-reload': true,
      }
      const startResult = await startOutcome({ storage, flags }, async (server) => {
        for (; nextFile < fileCount && disagreements.every(({ length }) => length === 0); nextFile++) {
          if (nextFile > firstFile && cases.some(({ restarts }) => restarts[nextFile])) return
          if (nextFile > firstFile) {
            const content = contentOf(
              file('encryption.yaml', fileOf(entriesOf(cases, nextFile))),
              server.dialect,
            )
            writePrivate(join(server.directory, 'encryption.yaml'), content)
          }
          await compare(cases, nextFile, server, storage, writtenObjects, disagreements)
        }
      })
      if (startResult.outcome === 'ready') continue
      const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
      disagreements[0]?.push({ asked: entriesOf(cases, firstFile), expected: { outcome: 'ready' }, actual })
    }
    return disagreements.map((disagreements) => ({ disagreements }))
  } finally {
    await storage.stop()
  }
}

/** Returns the entries of the file of a round. A case with fewer files keeps its last file. */
function entriesOf(cases: readonly ReloadCase[], index: number): readonly ResourceEntry[] {
  const caseEntries = cases.flatMap(({ files }, at): ResourceEntry[] => {
    const providers = files[Math.min(index, files.length - 1)]
    return providers === undefined ? [] : [{ resources: [resourceOf(at)], providers }]
  })
  const writer = { provider: 'secretbox', keys: [sentinelKey(index)] } as const
  return [...caseEntries, { resources: [resourceTypes[sentinel].resource], providers: [writer, 'identity'] }]
}

const resourceOf = (at: number): string => resourceTypes[resources[at] ?? sentinel].resource
const sentinelKey = (index: number): string => `secretbox-sentinel-${index}`

async function compare(
  cases: readonly ReloadCase[],
  index: number,
  server: ApiServer,
  storage: Storage,
  writtenObjects: readonly WrittenObject[][],
  disagreements: readonly Disagreement[][],
): Promise<void> {
  await untilLoaded(index, server, storage)
  for (const [at, one] of cases.entries()) {
    const fileIndex = Math.min(index, one.files.length - 1)
    const caseInput = { ...one, underFile: index }
    const writers = writersUnder(one, fileIndex)
    const type = resourceTypes[resources[at] ?? sentinel]
    const { object, status } = await createMarkedObject(server, type)
    if (status >= 400) {
      disagreements[at]?.push({ asked: caseInput, expected: 'it is stored', actual: `status ${status}` })
      continue
    }
    const { value, writer } = await writerOf(storage, object, one)
    const isPlain = value.includes(object.secret)
    const isAsExpected =
      writers.length === 0 ? isPlain : !isPlain && writer !== undefined && writers.includes(writer)
    if (!isAsExpected)
      disagreements[at]?.push({
        asked: caseInput,
        expected: writers.length === 0 ? 'unencrypted' : `under ${writers.join(' or ')}`,
        actual: isPlain ? 'unencrypted' : `under ${writer ?? 'another key'}`,
      })
    for (const { object: earlier, writer: key } of writtenObjects[at] ?? []) {
      const isRead = isReadUnder(one, fileIndex, key)
      const response = await readMarked(server, earlier)
      if (response.tells !== isRead)
        disagreements[at]?.push({
          asked: { ...caseInput, writtenBy: key ?? 'no key' },
          expected: isRead ? 'read' : 'not read',
          actual: response,
        })
    }
    writtenObjects[at]?.push({ object, writer: isPlain ? undefined : writer })
  }
}

/** Waits until the file's key is the writer of the sentinel, for as long as the target may take to reload. */
async function untilLoaded(index: number, server: ApiServer, storage: Storage): Promise<void> {
  const { reloadMs } = inject('settings').target.limits
  const check = async (): Promise<boolean> => {
    const { object, status } = await createMarkedObject(server, resourceTypes[sentinel])
    if (status < 400 && (await valueOf(storage, object)).includes(`:${sentinelKey(index)}:`)) return true
    await sleep(pollEveryMs)
    return false
  }
  await until(check, { withinMs: reloadMs, what: `file ${index} is in effect` }).catch(() => {})
}

async function valueOf({ keys }: Storage, { name }: MarkedObject): Promise<Buffer> {
  return Buffer.from((await keys.entries()).find(({ key }) => key.endsWith(name))?.value ?? '')
}

async function writerOf(
  storage: Storage,
  object: MarkedObject,
  { files }: ReloadCase,
): Promise<{ readonly value: Buffer; readonly writer: string | undefined }> {
  const value = await valueOf(storage, object)
  const names = files.flatMap((listed) =>
    (listed ?? []).flatMap((one) => (one === 'identity' ? [] : one.keys)),
  )
  return { value, writer: names.find((name) => value.includes(`:${name}:`)) }
}
