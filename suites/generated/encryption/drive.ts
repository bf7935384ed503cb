import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file } from '#kit/launch.ts'
import { tracesOf } from '../../shared/encryption/traces.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { storedValue } from '../../shared/encryption/at-rest.ts'
import {
  createMarked,
  customResourceType,
  defineResourceType,
  type MarkedObject,
  readMarked,
  type ResourceType,
  resourceTypes,
} from '../../shared/encryption/marked-objects.ts'
import { startStorage, type Storage } from '../../shared/storage.ts'
import { mapConcurrently } from '../concurrently.ts'
import { fileOf } from './file.ts'
import { type AtRestCase, builtInTypes, customResources, type ResourceEntry } from './model.ts'
import { providersOf, canRead, writersOf } from './oracle.ts'

const typesAtOnce = 4

/** Reduces a case to the entries that select the type with the disagreement, in both configurations. */
export function focusCase(testCase: AtRestCase, { asked: input }: Disagreement): AtRestCase | undefined {
  const { type } = input as { readonly type?: string }
  if (type === undefined) return undefined
  const relevantEntries = (entries: readonly ResourceEntry[]): readonly ResourceEntry[] =>
    entries.flatMap(({ resources, providers }) => {
      const relevantResources = resources.filter(
        (text) => text.startsWith('*.') || text.split('.')[0] === type.split('.')[0],
      )
      return relevantResources.length === 0 ? [] : [{ resources: relevantResources, providers }]
    })
  return { ...testCase, written: relevantEntries(testCase.written), read: relevantEntries(testCase.read) }
}

/**
 * Writes objects of all types under one configuration, compares the stored data, and reads the objects under both
 * configurations.
 */
export async function judgeAtRest(cases: readonly AtRestCase[]): Promise<readonly CaseResult[]> {
  return Promise.all(cases.map(judgeCase))
}

/** An object of a type, and its actual writer. */
interface WrittenObject {
  readonly type: string
  readonly object: MarkedObject
  readonly writer: string | undefined
}

async function judgeCase(testCase: AtRestCase): Promise<CaseResult> {
  const storage = await startStorage()
  const disagreements: Disagreement[] = []
  const addDisagreement = (about: object, expected: unknown, actual: unknown): void => {
    disagreements.push({ asked: { written: testCase.written, ...about }, expected, actual })
  }
  const writtenObjects: WrittenObject[] = []
  const types: readonly string[] = testCase.hasCustom ? [...builtInTypes, ...customResources] : builtInTypes
  try {
    await withServer(storage, testCase.written, addDisagreement, async (server) => {
      const createdByType = await mapConcurrently(types, typesAtOnce, async (type) => {
        const object = await createdOf(server, type, testCase.hasCustom)
        const providers = providersOf(testCase.written, type)
        const writers = writersOf(providers)
        const { value } = await storedValue(storage, object)
        const isPlain = tracesOf(object.secret, value).length > 0
        const writingProvider = writers.find((name) => Buffer.from(value).includes(`:${name}:`))
        const expected = writers.length === 0 ? 'as it is' : `under one of ${writers.join(', ')}`
        const isAsExpected = writers.length === 0 ? isPlain : !isPlain && writingProvider !== undefined
        if (!isAsExpected) addDisagreement({ type }, expected, isPlain ? 'as it is' : 'under something else')
        const readResult = await readMarked(server, object)
        if (canRead(providers, writingProvider) && readResult.tells === false)
          addDisagreement({ type, read: 'by the same server' }, 'read', readResult)
        return isAsExpected ? [{ type, object, writer: writingProvider }] : []
      })
      writtenObjects.push(...createdByType.flat())
    })
    if (disagreements.length > 0) return { disagreements }
    await withServer(storage, testCase.read, addDisagreement, async (server) => {
      await mapConcurrently(writtenObjects, typesAtOnce, async ({ type, object, writer }) => {
        const expected = canRead(providersOf(testCase.read, type), writer)
        const response = await readMarked(server, object)
        if (response.tells !== expected)
          addDisagreement(
            { read: testCase.read, type, by: writer ?? 'nobody' },
            expected ? 'read' : 'not read',
            response,
          )
      })
    })
    return { disagreements }
  } finally {
    await storage.stop()
  }
}

async function createdOf(server: ApiServer, resource: string, hasCustom: boolean): Promise<MarkedObject> {
  const builtInType = Object.values<ResourceType>(resourceTypes).find((type) => type.resource === resource)
  if (builtInType !== undefined) return createMarked(server, builtInType)
  const type = customResourceType(resource)
  if (hasCustom) await defineResourceType(server, type)
  return createMarked(server, type)
}

async function withServer(
  storage: Storage,
  entries: readonly ResourceEntry[],
  disagree: (about: object, expected: unknown, actual: unknown) => void,
  use: (server: ApiServer) => Promise<void>,
): Promise<void> {
  const flags =
    entries.length === 0 ? {} : { '--encryption-provider-config': file('encryption.yaml', fileOf(entries)) }
  const startResult = await startOutcome({ storage, flags }, use)
  if (startResult.outcome !== 'ready') {
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    disagree({ entries }, { outcome: 'ready' }, actual)
  }
}
