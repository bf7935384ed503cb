import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { encryptionKind } from '../../reference/apiserver/config/encryption/encryption.ts'
import { loadConfig } from '../../reference/apiserver/config/load.ts'
import { makeEncryption } from '../../reference/apiserver/encryption/encryption.ts'
import encryptionFaults from '../../reference/apiserver/encryption/faults.json' with { type: 'json' }
import { atRestCases } from '../../suites/generated/encryption/draw.ts'
import { fileOf } from '../../suites/generated/encryption/file.ts'
import {
  type AtRestCase,
  builtInTypes,
  customResources,
  type ResourceEntry,
} from '../../suites/generated/encryption/model.ts'
import { providersOf, canRead, writersOf } from '../../suites/generated/encryption/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/encryption/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  maxUndetectedShare,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const directory = mkdtempSync(join(tmpdir(), 'at-rest-'))
afterAll(() => rmSync(directory, { recursive: true }))

const cases = drawCases(atRestCases, 'generated.encryption.at-rest', 200)
const secret = 'a text that stands nowhere else'
let count = 0

async function encryptionOf(entries: readonly ResourceEntry[]) {
  // A case without entries has no file.
  if (entries.length === 0) return makeEncryption({ resources: [] } as never)
  const path = join(directory, `${++count}.yaml`)
  writeFileSync(path, stringify(fileOf(entries)))
  return makeEncryption(await loadConfig(path, encryptionKind))
}

/** Returns the differences between the reference's transformers and the oracle. */
async function disagreements({ written, read }: AtRestCase): Promise<unknown[]> {
  const [writingEncryption, readingEncryption] = [await encryptionOf(written), await encryptionOf(read)]
  const mismatches: unknown[] = []
  for (const type of [...builtInTypes, ...customResources]) {
    const dotIndex = type.indexOf('.')
    const [resource, group] = dotIndex < 0 ? [type, ''] : [type.slice(0, dotIndex), type.slice(dotIndex + 1)]
    const stored = await writingEncryption
      .transformerOf(group, resource)
      .toStorage(Buffer.from(secret), 'key')
    const writers = writersOf(providersOf(written, type))
    const isUnencrypted = Buffer.from(stored).includes(secret)
    const writerName = writers.find((name) => Buffer.from(stored).includes(`:${name}:`))
    if (writers.length === 0 ? !isUnencrypted : isUnencrypted || writerName === undefined)
      mismatches.push({ written, type, writers, by: writerName })
    const isRead = await readingEncryption
      .transformerOf(group, resource)
      .fromStorage(stored, 'key')
      .then((plain) => Buffer.from(plain).toString() === secret)
      .catch(() => false)
    if (isRead !== canRead(providersOf(read, type), writerName))
      mismatches.push({ written, read, type, by: writerName, isRead })
  }
  return mismatches
}

test('the oracle of selection and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn configurations cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Faults that need a plugin, a reload, several random numbers, a third key or keys of one name. Other tests cover them.
const otherFaults = /kms|reload|nonce|base64|failed-encryption|two-keys|of-one-name/

test('drawn configurations detect nearly every fault of selecting, writing and reading', {
  timeout: 120_000,
}, async () => {
  const faults = Object.keys(encryptionFaults).filter((name) => !otherFaults.test(name))
  const survivors = await undetectedFaults(faults, cases, async (testCase, fault) => {
    return (await withFaults([fault], () => disagreements(testCase))).length > 0
  })

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each(['key-name-prefix-taken-for-key'] as const)(
  'a case that detects %s shrinks within a few starts',
  async (fault) => {
    const shrinkResult = await shrinkDetectingCase(
      atRestCases,
      'generated.encryption.at-rest',
      async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
    )

    expect(shrinkResult).toEqual(expectedShrinkResult)
  },
)
