import { currentCheck, expect, HarnessError } from '#kit'
import { openKeyed } from './open.ts'
import { tracesOf } from './traces.ts'
import type { StoredEntry } from '#mocks/etcd/index.ts'
import { targetDialect } from '../dialect.ts'
import type { SecretKey } from './configuration.ts'
import type { MarkedObject } from './marked-objects.ts'
import type { Storage } from '../storage.ts'

/** Returns the stored entry of an object: the only key that ends with its name. */
export async function storedValue({ keys }: Storage, { name }: MarkedObject): Promise<StoredEntry> {
  const entriesOfObject = (entries: readonly StoredEntry[]): StoredEntry[] =>
    entries.filter(({ key }) => key.endsWith(name))
  const entriesInPrefix = entriesOfObject(await keys.entries())
  // Searches all keys if the server does not use the default prefix of the store.
  const matchingEntries =
    entriesInPrefix.length > 0 ? entriesInPrefix : entriesOfObject(await keys.entries('/'))
  const [entry] = matchingEntries
  if (entry !== undefined && matchingEntries.length === 1) return entry
  throw new HarnessError(
    'untestable',
    `The store has ${matchingEntries.length} keys that end with ${name}, not one.`,
  )
}

/**
 * Expects that the stored data does not contain the object's secret text in any usual form.
 * @param namedKey the key or plugin whose name must be next to the data
 */
export async function expectSealed(
  storage: Storage,
  object: MarkedObject,
  namedKey?: { readonly name: string },
): Promise<void> {
  const { value } = await storedValue(storage, object)
  expect(tracesOf(object.secret, value), 'how the secret text shows in the store').toEqual([])
  if (namedKey !== undefined) {
    expect(
      Buffer.from(value).includes(namedKey.name),
      `whether ${namedKey.name} is recorded with the data`,
    ).toBe(true)
  }
}

/** Expects that the store contains the object's secret text unencrypted. */
export async function expectPlain(storage: Storage, object: MarkedObject): Promise<void> {
  const { value } = await storedValue(storage, object)
  expect(tracesOf(object.secret, value), 'how the secret text shows in the store').toContain('as it is')
}

/**
 * Expects that the stored data is the object in the form that the dialect describes, encrypted by the key's method with
 * that key.
 */
export async function expectSealedUnder(
  storage: Storage,
  object: MarkedObject,
  key: SecretKey,
): Promise<void> {
  const envelopeForm = sealedForm()
  const entry = await storedValue(storage, object)
  const openedTraces = (): readonly string[] => {
    const decryptedText = openKeyed(
      envelopeForm,
      { provider: key.provider, name: key.name, key: key.bytes },
      entry,
    )
    return tracesOf(object.secret, decryptedText)
  }
  expect(resultOrReason(openedTraces), `the secret text in what ${key.provider} opens`).toEqual(['as it is'])
}

/** Returns the dialect's form of encrypted values. The check is not applicable without one. */
export function sealedForm(): ReturnType<typeof targetDialect>['sealedForm'] {
  currentCheck().needs('sealed-form')
  return targetDialect().sealedForm
}

function resultOrReason(open: () => readonly string[]): readonly string[] | string {
  try {
    return open()
  } catch (thrown) {
    return `not opened: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
}

/** Expects that the server refused to store the object, and that its secret text is not in the store. */
export async function expectNotStored(
  { keys }: Storage,
  { object, status }: { readonly object: MarkedObject; readonly status: number },
): Promise<void> {
  expect(status, `the status of the request for ${object.path}`).toBeGreaterThanOrEqual(400)
  const storedEntries = (await keys.entries()).filter(({ key }) => key.endsWith(object.name))
  const traces = storedEntries.flatMap(({ value }) => tracesOf(object.secret, value))
  expect(traces, 'how the secret text shows in the store').toEqual([])
}
