import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { collectCommand } from '#harness/cli/results/collect.ts'
import type { RunEvent } from '#harness/events.ts'
import type { Product } from '#harness/run/product.ts'
import { issue } from '../certificate/issue.ts'
import { generateSigningKey, thumbprintOf } from '../certificate/sign.ts'
import { renderRunJson } from '../formats/run-json.ts'
import type { Matrix } from '../matrix/data.ts'
import { reports } from '../output/index.ts'
import { resultOf } from '../result.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { greenEvents, sampleEvents } from '../testing/sample-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'collect-'))
const product = { name: 'orch-conformance', reports: async () => reports } as unknown as Product
const key = generateSigningKey()
const trustedKeys: string[] = []
const requests: string[] = []
let server: Server
let origin = ''

beforeAll(async () => {
  trustedKeys.push(await thumbprintOf(key))
  await issueBundle('certified/1', '2026-11-20')
  await issueBundle('certified/2', '2026-11-25')
  writeFileSync(join(folder, 'events.jsonl'), linesOf(sampleEvents()))
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const file = join(folder, normalize(request.url ?? '/'))
    if (!existsSync(file)) response.writeHead(404).end()
    else response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => vi.restoreAllMocks())

const linesOf = (events: readonly RunEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
const digestOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')

/** Issues a certificate of a green run of one profile that started on a given day. */
async function issueBundle(name: string, day: string): Promise<void> {
  const path = join(folder, name)
  const offsetMs = Date.parse(day) - Date.parse('2026-11-21')
  const events = greenEvents(sampleRules.slice(2, 3)).map((event): RunEvent => {
    if (event.type === 'header')
      return {
        ...event,
        startedAt: `${day}T08:00:00.000Z`,
        selection: { profiles: ['apiserver-configuration'] },
      }
    return event.type === 'footer'
      ? { ...event, finishedAt: new Date(Date.parse(event.finishedAt) + offsetMs).toISOString() }
      : event
  })
  const evidence = events.flatMap((event) =>
    event.type === 'check' && event.evidence ? [[`${event.evidence}/timeline.json`, '[]'] as const] : [],
  )
  const contents = {
    'events.jsonl': linesOf(events),
    'run.json': renderRunJson(resultOf(events)),
    ...Object.fromEntries(evidence),
  }
  for (const [file, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  await issue({ bundle: path, events, key, validDays: 30_000 })
}

/** Collects a list. Returns the exit code, standard error, and the content of the matrix. */
async function collect(list: object, triage?: object) {
  if (triage !== undefined) writeFileSync(join(folder, 'triage.yaml'), stringify(triage))
  const triageField = triage === undefined ? {} : { triage: 'triage.yaml' }
  const file = join(folder, 'list.yaml')
  writeFileSync(file, stringify({ schemaVersion: 1, ...list, ...triageField }))
  const out = mkdtempSync(join(folder, 'out-'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = await collectCommand(file, { out, runs: [] }, product)
  const output = stderrWrite.mock.calls.map(([text]) => String(text).replaceAll(`${folder}/`, '').trimEnd())
  const matrix = JSON.parse(readFileSync(join(out, 'matrix.json'), 'utf8')) as Matrix
  return { code, output, matrix, out, page: readFileSync(join(out, 'index.html'), 'utf8') }
}

const acmeEntry = () => ({
  name: 'acme',
  results: [1, 2].map((at) => ({ certificate: `${origin}/certified/${at}/`, keys: trustedKeys })),
})
const otherEntry = () => ({
  name: 'other',
  results: [{ events: 'events.jsonl', sha256: digestOf('events.jsonl') }],
})

test('certificates of a server and runs of files become a matrix with histories and badges', async () => {
  const { code, output, matrix, out, page } = await collect({ implementations: [acmeEntry(), otherEntry()] })

  expect([code, output]).toEqual([0, []])
  expect(matrix.runs.map(({ name, startedAt }) => [name, startedAt.slice(0, 10)])).toEqual([
    ['acme', '2026-11-25'],
    ['other', '2026-11-21'],
  ])
  expect(
    matrix.history?.map(({ results }) => results.map(({ startedAt }) => startedAt.slice(0, 10))),
  ).toEqual([['2026-11-25', '2026-11-20'], ['2026-11-21']])
  expect(matrix.history?.[0]?.results[0]).toMatchObject({ worse: 0, better: 0, signedBy: trustedKeys[0] })
  expect(page).toContain('verified by the key')
  // Only the signed list and the results are downloaded.
  expect(new Set(requests)).toEqual(
    new Set(
      [1, 2].flatMap((at) => ['certificate.json', 'events.jsonl'].map((name) => `/certified/${at}/${name}`)),
    ),
  )
  const badge = JSON.parse(readFileSync(join(out, 'badges/acme.json'), 'utf8')) as object
  expect(badge).toMatchObject({ label: 'acme conformance', isError: false })
})

test('a later result that is worse is counted in the history', async () => {
  const earlierEvents = sampleEvents().map((event): RunEvent => {
    if (event.type === 'header') return { ...event, startedAt: '2026-11-19T08:00:00.000Z' }
    return event.type === 'check' ? { ...event, verdict: 'held' } : event
  })
  writeFileSync(join(folder, 'earlier.jsonl'), linesOf(earlierEvents))
  const results = ['earlier.jsonl', 'events.jsonl'].map((name) => ({ events: name, sha256: digestOf(name) }))
  const { matrix, page } = await collect({ implementations: [{ name: 'other', results }] })
  const changes = sampleEvents().filter((event) => event.type === 'check' && event.verdict !== 'held').length

  expect(matrix.history?.[0]?.results.map(({ better, worse }) => [better, worse])).toEqual([
    [0, changes],
    [0, 0],
  ])
  expect(page).toContain(`${changes} worse`)
})

test('an entry that does not verify is rejected with its line and reason, and the other entries are in the matrix', async () => {
  cpSync(join(folder, 'certified/2'), join(folder, 'edited'), { recursive: true })
  const events = readFileSync(join(folder, 'edited/events.jsonl'), 'utf8')
  writeFileSync(join(folder, 'edited/events.jsonl'), events.replace('"durationMs":', '"durationMs": '))
  const strangerKey = await thumbprintOf(generateSigningKey())
  const results = [
    { certificate: `${origin}/edited`, keys: trustedKeys },
    { certificate: 'edited', keys: trustedKeys },
    { certificate: `${origin}/certified/1`, keys: [strangerKey] },
    { certificate: `${origin}/nothing`, keys: trustedKeys },
    { events: `${origin}/events.jsonl`, sha256: 'a'.repeat(64) },
    { events: 'absent.jsonl', sha256: 'a'.repeat(64) },
  ]
  const { code, output, matrix, page } = await collect({
    implementations: [acmeEntry(), { name: 'bad', results }],
  })

  expect(code).toBe(1)
  expect(output).toHaveLength(results.length)
  expect(output[0]).toMatch(
    /^list\.yaml:\d+: bad is refused: the certificate at \S+ is not valid: events\.jsonl was changed\.$/,
  )
  expect(output[1]).toContain('events.jsonl was changed.')
  expect(output[2]).toContain('which is none of the trusted ones.')
  expect(output[3]).toContain(
    '/nothing/certificate.json could not be downloaded: the server returned status 404.',
  )
  expect(output[4]).toContain(`and ${'a'.repeat(64)} is listed.`)
  expect(output[5]).toContain('absent.jsonl could not be read')
  expect(matrix.runs.map(({ name }) => name)).toEqual(['acme'])
  expect(matrix.refused).toHaveLength(results.length)
  expect(page).toContain('6 results did not verify, and are not in the matrix.')
})

test('a triage file links failures, and its entries without a failure are stale', async () => {
  const link = 'https://example.org/issues/1'
  const entry = (rule: string) => ({
    rule,
    implementation: 'other',
    link,
    note: 'Fixed in the next release.',
  })
  const brokenRule = 'authn.jwt.iss-equals-issuer-url'
  const fresh = await collect(
    { implementations: [acmeEntry(), otherEntry()] },
    { schemaVersion: 1, entries: [entry(brokenRule)] },
  )
  const entries = [entry('authn.jwt.audience-matches'), entry('no.such.rule')]
  const stale = await collect({ implementations: [acmeEntry(), otherEntry()] }, { schemaVersion: 1, entries })

  expect([fresh.code, fresh.output]).toEqual([0, []])
  expect(fresh.matrix.rules.find(({ id }) => id === brokenRule)?.triage).toEqual([
    { run: 1, link, note: 'Fixed in the next release.' },
  ])
  expect(stale.code).toBe(7)
  expect(stale.output).toEqual([
    expect.stringMatching(
      /^triage\.yaml:3: authn\.jwt\.audience-matches no longer fails in the latest result of other/,
    ),
    expect.stringMatching(
      /^triage\.yaml:7: the latest result of other does not have the rule no\.such\.rule\.$/,
    ),
  ])
})

test.for<[string, object, RegExp]>([
  [
    'a result of both kinds',
    { results: [{ certificate: 'a', keys: ['k'], events: 'b' }] },
    /needs either certificate and keys, or events and sha256/,
  ],
  ['a certificate without keys', { results: [{ certificate: 'a' }] }, /needs either/],
  ['events without a digest', { results: [{ events: 'a' }] }, /needs either/],
  [
    'a name that is a path',
    { name: '../acme', results: [{ certificate: 'a', keys: ['k'] }] },
    /must be 1 to 63 letters/,
  ],
  [
    'no result that can be used',
    { results: [{ certificate: 'absent', keys: ['k'] }] },
    /No result of .* can be used/,
  ],
])('a list with %s is an error', async ([, entry, why]) => {
  await expect(collect({ implementations: [{ name: 'acme', ...entry }] })).rejects.toMatchObject({
    code: 'config-fault',
    message: expect.stringMatching(why) as string,
  })
})

test('an implementation in two entries is an error, and so is triage of an unknown implementation', async () => {
  const entry = { rule: 'a', implementation: 'unknown', link: 'https://example.org' }

  await expect(collect({ implementations: [acmeEntry(), { ...acmeEntry(), name: 'ACME' }] })).rejects.toThrow(
    /ACME is listed twice/,
  )
  await expect(
    collect({ implementations: [acmeEntry()] }, { schemaVersion: 1, entries: [entry] }),
  ).rejects.toThrow(/the list has no implementation unknown\. It has acme\./)
})
