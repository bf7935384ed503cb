import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Assertion, CheckEvent, RunEvent } from '#harness/events.ts'
import { type Leaf, leavesOf } from '#harness/evidence/origin.ts'
import { packLines, contentsOfPack } from '#harness/evidence/pack.ts'
import { failedVerdict, passedVerdict } from '#harness/verdict.ts'
import { manifestOf } from '../../certificate/build-manifest.ts'
import { canonical } from '../../certificate/canonical.ts'
import { signCertificate, type SigningKey } from '../../certificate/sign.ts'
import { bundledFiles, certificateName } from '../../certificate/verify.ts'
import { renderRunJson } from '../../formats/run-json.ts'
import { resultOf } from '../../result.ts'
import { evaluateAssertion } from '../comparison.ts'

/** Location of one compared value. */
export interface Forged {
  readonly check: CheckEvent
  readonly comparison: number
  readonly leaf: number
  /** `record` changes the record of the value, `value` the compared value, its result and the verdict. */
  readonly side: 'record' | 'value'
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Returns another value of the same type. */
function otherValue(leaf: string | number): string | number {
  if (typeof leaf === 'number') return leaf === 401 ? 201 : leaf + 1
  if (leaf === 'ready') return 'refused'
  return leaf === 'refused' ? 'ready' : 'forged'
}

function replaceLeaf(value: Json, leaf: Leaf): Json {
  if (typeof leaf === 'object') return replaceFlag(value, leaf)
  if (value === leaf) return otherValue(leaf)
  if (typeof value === 'string') return replaceInText(value, leaf)
  if (Array.isArray(value)) return value.map((one) => replaceLeaf(one, leaf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceLeaf(one, leaf)]))
}

function replaceInText(text: string, leaf: Leaf): string {
  if (typeof leaf !== 'object') return text.replaceAll(String(leaf), String(otherValue(leaf)))
  const { name, value: is } = leaf
  return text.replaceAll(new RegExp(`(${name}"?[:=] ?)${is}`, 'g'), (_, before: string) => `${before}${!is}`)
}

function replaceFlag(value: Json, flag: Exclude<Leaf, string | number>): Json {
  const { name, value: is } = flag
  if (typeof value === 'string') return replaceInText(value, flag)
  if (Array.isArray(value)) return value.map((one) => replaceFlag(one, flag))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, one]) => [
    key,
    key === name && one === is ? !is : replaceFlag(one, flag),
  ])
  return Object.fromEntries(members) as Json
}

/** Changes one compared value in the events or in its record. Dependent values are computed again. */
export function forgeEvents(bundle: string, events: readonly RunEvent[], place: Forged): readonly RunEvent[] {
  const { check, comparison, leaf: at, side } = place
  const assertion = check.assertions[comparison]
  const originalLeaf = assertion === undefined ? undefined : leavesOf(assertion)?.[at]
  const origin = assertion?.from?.[at]
  if (assertion === undefined || originalLeaf === undefined || origin === undefined)
    throw new Error('There is no such value.')
  if (side === 'record') {
    forgeRecord(bundle, check, origin, originalLeaf)
    return events
  }
  const forgedAssertion: Assertion = {
    ...assertion,
    actual: replaceLeaf(assertion.actual as Json, originalLeaf),
  }
  const hasPassed = evaluateAssertion(forgedAssertion) ?? false
  const assertions = check.assertions.with(comparison, { ...forgedAssertion, passed: hasPassed })
  const shownAssertion = assertions.find((one) => !one.passed) ?? assertions.at(-1)
  const isHeld = assertions.every((one) => one.passed)
  const forgedCheck: CheckEvent = {
    ...check,
    assertions,
    verdict: isHeld ? passedVerdict('MUST') : failedVerdict('MUST'),
    expected: shownAssertion?.expected,
    actual: shownAssertion?.actual,
  }
  return events.map((event) => (event === check ? forgedCheck : event))
}

function forgeRecord(bundle: string, { id, evidence = '' }: CheckEvent, origin: string, leaf: Leaf): void {
  const pack = join(bundle, evidence)
  const forgedFiles = new Set<string>()
  const lines = [...contentsOfPack(readFileSync(pack))].map(([check, files]) =>
    packLines(
      check,
      [...files].map(([name, parts]) => {
        const isRecord =
          name === origin.split(' ')[0] || (origin.startsWith('timeline ') && name === 'timeline.json')
        return check !== id || !isRecord
          ? { name, parts }
          : { name, parts: [forgedText(parts, origin, leaf)] }
      }),
      forgedFiles,
    ),
  )
  writeFileSync(pack, gzipSync(lines.join('')))
}

function forgedText(parts: readonly Uint8Array[], origin: string, leaf: Leaf): string {
  const text = Buffer.concat(parts).toString('utf8')
  const [name, index] = origin.split(' ')
  if (name !== 'timeline') {
    const offset = Number(index ?? text.indexOf(String(typeof leaf === 'object' ? leaf.value : leaf)))
    return (
      text.slice(0, offset) +
      replaceInText(text.slice(offset, offset + placeLength), leaf) +
      text.slice(offset + placeLength)
    )
  }
  const entries = JSON.parse(text) as Json[]
  // Replaces the whole entry, so that it stays consistent.
  return JSON.stringify(entries.with(Number(index), forgedEntry(entries[Number(index)] ?? null, leaf)))
}

// Length of the text in which a value is replaced, in characters: enough for any compared value.
const placeLength = 4_000

/** Changes the status of a response, because records contain the status and not the words of checks for it. */
function forgedEntry(entry: Json, leaf: Leaf): Json {
  const text = JSON.stringify(entry)
  const isWord = typeof leaf === 'string' && !text.includes(JSON.stringify(leaf).slice(1, -1))
  const status = isWord ? Number(/"status":(\d+)/.exec(text)?.[1]) : undefined
  if (status === undefined) return replaceLeaf(entry, leaf)
  return JSON.parse(text.replaceAll(String(status), status === 201 ? '401' : '201')) as Json
}

/** Writes the events and the files that are derived from them, and signs the bundle again. */
export async function signAgain(bundle: string, events: readonly RunEvent[], key: SigningKey): Promise<void> {
  writeFileSync(join(bundle, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  writeFileSync(join(bundle, 'run.json'), renderRunJson(resultOf(events)))
  rmSync(join(bundle, certificateName), { force: true })
  const files = bundledFiles(bundle)
  const manifest = manifestOf(events, files, { programs: [], expiresAt: '2099-01-01T00:00:00.000Z' })
  writeFileSync(join(bundle, certificateName), `${canonical(await signCertificate(manifest, files, key))}\n`)
}
