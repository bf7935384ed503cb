import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadBaseline } from '#harness/baseline/load.ts'
import { mergeCommand } from '#harness/cli/results/merge.ts'
import { reportCommand } from '#harness/cli/results/report.ts'
import { environmentFault } from '#harness/environment.ts'
import { HarnessError } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { type Product, reportFormats } from '#harness/run/product.ts'
import { loadTarget } from '#harness/target/load.ts'
import { answersOfFile } from '#mocks/peer/script-file.ts'
import { reports } from '#reports/output/index.ts'
import { sampleEvents } from '#reports/testing/sample-run.ts'
import { type Corruption, corruption, corrupt } from './testing/draw.ts'

// Exit codes that a command may have: all except those for a wrong configuration and a fault of the harness.
const allowedExitCodes = [0, 1, 2, 4, 5, 7, 8, 130]

// All tests use one seed, so that a failure is reproducible; `SEED=1 npx vitest run ci/hostile` uses another seed.
const seed = Number(process.env.SEED ?? 20_261_125)
const withinMs = 2_500
// Number of files that are tried even on a busy machine, where the time limit ends the test early.
const minFiles = 25
// Limit of processor time per file, which does not depend on the load of the machine. No file takes that long to read.
const maxMsPerFile = 5_000

const sandbox = mkdtempSync(join(tmpdir(), 'drawn-'))
// This directory is deep enough for upward paths to stay within the sandbox.
const nestedDirectory = join(sandbox, 'a', 'b', 'c', 'd', 'e')
afterAll(() => rmSync(sandbox, { recursive: true, force: true }))

const stdoutSpy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => vi.restoreAllMocks())

beforeAll(() => mkdirSync(nestedDirectory, { recursive: true }))

/**
 * Runs a reader on many corrupted files. The reader must accept each file or report the mistake, and write only to its
 * directory.
 */
async function tryCorrupted(
  values: readonly unknown[],
  read: (path: string, place: string) => unknown,
  name = 'file.json',
): Promise<number> {
  let tryCount = 0
  let currentTry: Promise<void> | undefined
  const tryOne = async (how: Corruption): Promise<void> => {
    tryCount++
    // Files of a failed attempt must not affect the next attempt.
    for (const name of readdirSync(nestedDirectory))
      rmSync(join(nestedDirectory, name), { recursive: true, force: true })
    const tryDirectory = mkdtempSync(join(nestedDirectory, 'try-'))
    const path = join(tryDirectory, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, corrupt(values, how))
    const { user, system } = process.cpuUsage()
    try {
      await read(path, tryDirectory)
    } catch (thrown) {
      // The exit code of all other errors is 6, a fault of the harness.
      if (!(thrown instanceof HarnessError) || thrown.code === 'harness-fault')
        if (environmentFault(thrown) === undefined) throw thrown
    } finally {
      rmSync(tryDirectory, { recursive: true, force: true })
    }
    const processorTime = process.cpuUsage()
    expect((processorTime.user + processorTime.system - user - system) / 1_000).toBeLessThan(maxMsPerFile)
    expect(readdirSync(nestedDirectory)).toEqual([])
    expect(readdirSync(sandbox, { recursive: true })).toHaveLength(5)
  }
  const readerProperty = fc.asyncProperty(corruption, async (how: Corruption) => {
    currentTry = tryOne(how)
    await currentTry
  })
  await fc.assert(readerProperty, { seed, numRuns: minFiles })
  await fc.assert(readerProperty, { seed: seed + 1, numRuns: 1_000, interruptAfterTimeLimit: withinMs })
  // A reader that timed out must end before the next test begins.
  await currentTry
  return tryCount
}

const product = { name: 'orch-conformance', reports: async () => reports } as unknown as Product
// The verdict of a run with a fault of the harness does not depend on the other events.
const events = sampleEvents().map((event) =>
  event.type === 'check' && event.verdict === 'harness-fault'
    ? { ...event, verdict: 'held' as const }
    : event,
)

test('the reader of target files accepts or rejects each corrupted file', async () => {
  const program = {
    command: ['./mine', '--x'],
    args: ['--data={workspace}'],
    env: { A: '{workspace}' },
    flags: { as: 'file', format: 'yaml' },
    log: 'mine.log',
    ownFlags: ['--bind-address=127.0.0.1'],
    version: 'v1.2.3',
    ownMounts: true,
  }
  const target = {
    name: 'mine',
    dialect: 'kubernetes',
    programs: { apiserver: program, 'node-agent': { command: ['kubelet'] } },
    capabilities: { metrics: false },
    limits: { readyMs: 1_000, stopMs: 0 },
    deviations: [{ check: 'a.b/c', reason: 'because', answer: 'x' }],
    vendor: './deviations.yaml',
    goMemoryLimit: '512MiB',
  }

  expect(await tryCorrupted([target], (path) => loadTarget(path))).toBeGreaterThan(20)
})

test('the reader of baselines accepts or rejects each corrupted file', async () => {
  const failure = { check: 'a.b/c', fingerprint: 'abc', reason: 'r', owner: 'o', expires: '2027-03-31' }
  const baseline = {
    schemaVersion: 1,
    filter: { only: ['a.*'], grep: ['x'], profiles: ['node-agent'] },
    failures: [failure, { ...failure, check: 'a.b/d', link: 'https://example.org/1' }],
  }

  expect(await tryCorrupted([baseline], (path) => loadBaseline(path))).toBeGreaterThan(20)
})

test('the reader of peer scripts accepts or rejects each corrupted file', async () => {
  const faultyAnswers = {
    status: () => () => 503,
    fail: () => () => 'UNAVAILABLE',
    late: () => (value: unknown) => value,
  }
  const script = {
    rules: [
      { on: 'keys', when: { what: 'GET *' }, status: 503, body: 'away', headers: { a: 'b' }, times: 2 },
      { on: 'discovery', merge: { issuer: null, more: { a: [1] } }, skip: 1 },
      { replace: { a: 1 }, afterMs: 0 },
      { lie: 'late', with: [1] },
    ],
  }
  const readAnswers = async (path: string): Promise<void> => {
    const answers = answersOfFile(path, ['keys', 'discovery'], faultyAnswers)
    const request = { atMs: 0, what: 'GET /keys', headers: { 'user-agent': 'acme' } }
    for (const answer of Object.values(answers)) void answer({ issuer: 'mine' }, request)
  }

  expect(await tryCorrupted([script], readAnswers)).toBeGreaterThan(20)
})

test('every report format accepts or rejects each corrupted file of events', async () => {
  const renderReports = async (path: string, place: string): Promise<void> => {
    const allEvents = await reports.read(place)
    for (const format of reportFormats) await reports.render(format, allEvents, place)
    expect(await codeOf(reportCommand(path, { format: 'json' }, product))).toBeOneOf(allowedExitCodes)
  }

  expect(await tryCorrupted(events, renderReports, 'events.jsonl')).toBeGreaterThan(10)
})

test('the comparison and the trend of runs accept or reject each corrupted file of events', async () => {
  const wholeRun = { path: 'whole', events }
  const compareRuns = async (_path: string, place: string): Promise<void> => {
    const damagedRun = { path: place, events: await reports.read(place) }
    await reports.compare(wholeRun, damagedRun, 'pretty')
    await reports.trend([wholeRun, damagedRun, wholeRun], 'pretty')
  }

  expect(await tryCorrupted(events, compareRuns, 'events.jsonl')).toBeGreaterThan(10)
})

test('merge accepts or rejects each corrupted shard', async () => {
  const shards = [1, 2].map((index) => eventsOfShard(index))
  const mergeRuns = async (_path: string, place: string): Promise<void> => {
    const secondDirectory = join(place, 'second')
    mkdirSync(join(secondDirectory, 'evidence', 'a'), { recursive: true })
    writeFileSync(join(secondDirectory, 'evidence', 'a', 'timeline.json'), '[]')
    writeFileSync(join(secondDirectory, 'events.jsonl'), corrupt(shards[1] ?? [], { edits: [], bytes: [] }))
    const options = { out: join(place, 'out'), isOutExplicit: true, format: 'json' } as const
    expect(await codeOf(mergeCommand([join(place, 'first'), secondDirectory], options, product))).toBeOneOf(
      allowedExitCodes,
    )
  }

  expect(await tryCorrupted(shards[0] ?? [], mergeRuns, 'first/events.jsonl')).toBeGreaterThan(5)
})

test('verify reports a problem for each corrupted bundle', async () => {
  const certificates = await reports.certificates()
  const digest = '0'.repeat(64)
  const certificate = {
    payload: Buffer.from('{"schemaVersion":1}').toString('base64url'),
    protected: Buffer.from('{"alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"AA"}}').toString(
      'base64url',
    ),
    signature: 'AAAA',
    files: [{ path: 'events.jsonl', bytes: 3, sha256: digest }],
  }
  const verifyBundle = async (_path: string, place: string): Promise<void> => {
    cpSync(join(place, 'certificate.json'), join(place, 'events.jsonl'))
    const { problems } = await certificates.verify(place, { now: new Date() })
    expect(problems).not.toEqual([])
    await certificates.verify(place, { now: new Date(), revoked: join(place, 'events.jsonl') })
    await certificates.verify(place, { now: new Date(), exclusions: join(place, 'events.jsonl') })
  }

  expect(await tryCorrupted([certificate], verifyBundle, 'certificate.json')).toBeGreaterThan(20)
})

/** Returns the exit code of a command. Errors of the command are passed on. */
async function codeOf(command: Promise<number>): Promise<number> {
  stdoutSpy.mockClear()
  return command
}

function eventsOfShard(index: number): RunEvent[] {
  const [header, ...rest] = events
  if (header?.type !== 'header') return []
  const { checks, rules } = header.plan
  const halfLength = Math.ceil(checks.length / 2)
  const ownChecks = checks.filter((_, at) => at < halfLength === (index === 1))
  const ids = new Set(ownChecks.map(({ id }) => id))
  const shardOf = { rules: rules.map(({ id }) => id), checks: checks.map(({ id }) => id), borrowed: [] }
  return [
    {
      ...header,
      selection: { shard: { index, of: 2 } },
      plan: { ...header.plan, checks: ownChecks, shardOf },
    },
    ...rest.filter((event) => event.type !== 'check' || ids.has(event.id)),
  ]
}
