import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CheckEvent, RunEvent } from '../events.ts'
import { type CliResult, runCli } from '../testing/run-cli.ts'

// Time limit of a test: long enough for several runs of a program on any machine.
const testLimitMs = 60_000
vi.setConfig({ testTimeout: testLimitMs })

// The checks that fail in the suites of `gate` with every program: a check, and the refusal that depends on it.
const brokenCheck = 'gate.breaks/accepts-with-201'
const untestableCheck = 'gate.breaks/refuses-something'

const checksOf = (events: readonly RunEvent[]): readonly CheckEvent[] =>
  events.filter((event) => event.type === 'check')

function verdicts(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(checksOf(events).map(({ id, verdict }) => [id, verdict]))
}

/** A whole run, and a baseline of its failures with all fields filled in. */
interface KnownRun {
  readonly out: string
  readonly run: CliResult
  readonly file: string
  readonly text: string
}
let knownRun: KnownRun

const runs = new Map<string, Promise<CliResult>>()

/** Runs the command with these arguments, once for all tests that only read the results. */
function runOnce(...argv: readonly string[]): Promise<CliResult> {
  const key = argv.join(' ')
  const run = runs.get(key) ?? runCli('gate', ['run', ...argv])
  runs.set(key, run)
  return run
}

beforeAll(async () => {
  const run = await runCli('gate', ['run'])
  const outDir = join(run.temporary, 'out')
  const file = join(run.temporary, 'known.yaml')
  const updateResult = await runCli('gate', ['baseline', 'update', outDir, '--baseline', file])
  expect(updateResult.stdout).toContain(`${file}: 2 known failures, 2 added, 0 changed, 0 removed.`)
  const text = readFileSync(file, 'utf8').replaceAll(/FILL IN \(.*\)/g, 'known to us')
  knownRun = { out: outDir, run, file, text }
}, testLimitMs)

/** Runs the suites with a changed baseline. */
async function runWithBaseline(
  change: (text: string) => string,
  options: readonly string[] = [],
): Promise<CliResult> {
  const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 'known.yaml')
  writeFileSync(file, change(knownRun.text))
  return runCli('gate', ['run', '--baseline', file, ...options])
}

describe('a baseline', () => {
  test('a baseline created from a run excuses the same failures', async () => {
    const { code, events } = await runWithBaseline((text) => text)

    expect(knownRun.run.code).toBe(1)
    expect([code, verdicts(events)]).toEqual([
      0,
      {
        'gate.holds/accepts-a-request': 'held',
        [brokenCheck]: 'known-failing',
        [untestableCheck]: 'known-failing',
        'gate.other/refuses-elsewhere': 'held',
      },
    ])
  })

  test('a run exits with code 7 if its baseline lists a check that passes', async () => {
    const { code } = await runWithBaseline(
      (text) => text.replace(brokenCheck, 'gate.holds/accepts-a-request'),
      ['--only', 'gate.holds'],
    )

    expect(code).toBe(7)
  })

  test('a baseline of a check that fails in another way excuses nothing', async () => {
    const { code, events } = await runWithBaseline((text) =>
      text.replaceAll(/fingerprint: .*/g, 'fingerprint: other'),
    )

    expect([code, verdicts(events)[brokenCheck]]).toEqual([1, 'broken'])
  })

  test('a run exits with code 7 if an entry of its baseline has expired', async () => {
    const { code, events } = await runWithBaseline((text) =>
      text.replaceAll(/expires: .*/g, 'expires: 2020-01-31'),
    )

    expect([code, checksOf(events).filter((check) => check.known?.expired)]).toMatchObject([
      7,
      [{ id: brokenCheck }, { id: untestableCheck }],
    ])
  })

  test('a run exits with code 7 if its baseline has an unmatched entry', async () => {
    const { code, events } = await runWithBaseline(
      (text) => text.replace(untestableCheck, 'gate.gone/check'),
      ['--only', 'gate.holds'],
    )

    expect(code).toBe(7)
    expect(events.at(-1)).toMatchObject({
      stale: [
        {
          entry: expect.stringMatching(/known\.yaml:10: gate\.gone\/check$/),
          why: 'there is no such check; remove the entry.',
        },
      ],
    })
  })

  test.for([
    [['--shard', '1/2'], 'is shard 1 of 2'],
    [['--jobs', '1', '--max-failures', '1'], 'was stopped early'],
  ] as const)('a baseline is not updated from a run with %j', async ([options, message]) => {
    const { temporary } = await runOnce(...options)
    const file = join(temporary, 'known.yaml')
    const update = await runCli('gate', ['baseline', 'update', join(temporary, 'out'), '--baseline', file])

    expect(update.stderr).toContain(message)
    expect(update.code).toBe(2)
  })

  test('a baseline is not updated from a run of the failed checks alone', async () => {
    const rerun = await runOnce('--rerun-failed', knownRun.out)
    const file = join(rerun.temporary, 'known.yaml')
    const update = await runCli('gate', [
      'baseline',
      'update',
      join(rerun.temporary, 'out'),
      '--baseline',
      file,
    ])

    expect(update.stderr).toContain('(--rerun-failed)')
    expect(update.code).toBe(2)
  })

  test('a baseline with a filter is created from a run with the filter, and is valid for such runs only', async () => {
    const { temporary } = await runCli('gate', ['run', '--only', 'gate.breaks'])
    const file = join(temporary, 'known.yaml')
    const update = await runCli('gate', ['baseline', 'update', join(temporary, 'out'), '--baseline', file])
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/FILL IN \(.*\)/g, 'known to us'))
    const runs = await Promise.all([
      runCli('gate', ['run', '--only', 'gate.breaks', '--baseline', file]),
      runCli('gate', ['run', '--baseline', file]),
      runCli('gate', ['run', '--only', 'gate.holds', '--baseline', file]),
    ])
    const mixedUpdate = await runCli('gate', ['baseline', 'update', knownRun.out, '--baseline', file])

    expect(update.code, update.stderr).toBe(0)
    expect(text).toContain('filter:\n  only:\n    - gate.breaks\n')
    expect(runs.map(({ code }) => code)).toEqual([0, 3, 3])
    expect(runs[1]?.stderr).toContain(
      'is the baseline of a run with --only gate.breaks, and this is a whole run',
    )
    expect(mixedUpdate.code).toBe(2)
  })

  test('a run exits with code 7 if its baseline lists a check that the filter of the baseline excludes', async () => {
    const { code, events } = await runWithBaseline(
      (text) => text.replace('failures:', 'filter: { only: [gate.holds] }\nfailures:'),
      ['--only', 'gate.holds'],
    )

    expect(code).toBe(7)
    expect(events.at(-1)).toMatchObject({
      stale: [
        { why: 'the target has no program for it, or the filter leaves it out; remove the entry.' },
        {},
      ],
    })
  })
})

describe('a run', () => {
  test('a run with --max-failures 1 stops after a failure, and reports each check once', async () => {
    const { code, events } = await runOnce('--jobs', '1', '--max-failures', '1')
    const footer = events.at(-1)

    expect(footer).toMatchObject({ type: 'footer', errors: [], planned: 4 })
    expect(new Set(checksOf(events).map(({ id }) => id)).size).toBe(checksOf(events).length)
    expect(footer?.type === 'footer' && footer.stoppedAfter).toBeGreaterThanOrEqual(1)
    expect(code).toBe(1)
  })

  test('a rerun of the failed checks of a run contains these checks and their control checks', async () => {
    const rerun = await runOnce('--rerun-failed', knownRun.out)

    expect(verdicts(rerun.events)).toEqual({ [brokenCheck]: 'broken', [untestableCheck]: 'untestable' })
    expect(rerun.code).toBe(1)
  })

  test('a rerun of the failed checks of a green run exits with code 4, because it has no checks', async () => {
    const { temporary } = await runCli('gate', ['run', '--only', 'gate.holds'])
    const rerun = await runCli('gate', ['run', '--rerun-failed', join(temporary, 'out')])

    expect(rerun.stderr).toContain('no check failed in that run')
    expect(rerun.code).toBe(4)
  })

  test('a run in shards has each check once, together with its control check', async () => {
    const shards = await Promise.all(['1/2', '2/2'].map((shard) => runOnce('--shard', shard)))

    expect(shards.map(({ events }) => Object.keys(verdicts(events)))).toEqual([
      ['gate.holds/accepts-a-request', brokenCheck, untestableCheck],
      ['gate.holds/accepts-a-request', 'gate.other/refuses-elsewhere'],
    ])
  })
})

describe('an unknown command', () => {
  test.for([[['certfy', '--help']], [['--help', 'certfy']], [['help', 'certfy']], [['repot', 'out']]])(
    'an unknown command is a usage error: %j',
    async ([argv]) => {
      const { code, stderr, stdout } = await runCli('gate', argv ?? [])

      expect(stderr).toMatch(/there is no command (certfy|repot)\./)
      expect([code, stdout]).toEqual([2, ''])
    },
  )
})
