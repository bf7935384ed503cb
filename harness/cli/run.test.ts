import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { contentsOfPack } from '../evidence/pack.ts'
import { type CliResult, runCli } from '../testing/run-cli.ts'
import { waitForCleanup, verdicts } from './testing/run.ts'

/** Returns the header line of a run that planned the checks. */
function headerOf(ids: readonly string[]): string {
  const checks = ids.map((id) => ({ id, rule: id, title: id }))
  return `${JSON.stringify({ type: 'header', schemaVersion: 2, selection: {}, capabilitiesOff: [], plan: { rules: [], checks, outOfScope: [], profiles: [] } })}\n`
}

const holdsArguments = ['run', '--only', 'plain.holds'] as const
let holdsRun: Promise<CliResult> | undefined

/** Runs the rule that holds, once for all tests that only read the results. */
const runHolds = (): Promise<CliResult> => (holdsRun ??= runCli('plain', holdsArguments))

describe('a run', () => {
  test('a run gives each check its verdict, and leaves no process and no temporary file', async () => {
    const { code, events, temporary } = await runCli('plain', ['run'])

    expect(verdicts(events)).toEqual({
      'plain.holds/accepts-a-request': 'held',
      'plain.holds/refuses-nothing': 'held',
      'plain.breaks/accepts-with-201': 'broken',
      'plain.breaks/refuses-something': 'untestable',
      'plain.breaks/tells-by-a-matcher-that-throws-a-plain-error': 'broken',
      'plain.should/says-please': 'warned',
      'plain.open/records-the-body': 'observed',
      'plain.vacuous/looks-at-nothing': 'harness-fault',
      'plain.untestable/needs-something': 'untestable',
      'plain.lacking/reads-the-metrics': 'held',
    })
    // A successful comparison does not explain an untestable check.
    for (const id of ['plain.untestable/needs-something', 'plain.breaks/refuses-something']) {
      const checkEvent = events.find((event) => event.type === 'check' && event.id === id)
      expect(checkEvent).not.toHaveProperty('expected')
      expect(checkEvent).not.toHaveProperty('actual')
    }
    expect(code).toBe(6)
    expect(await waitForCleanup(temporary)).toEqual([])
  })

  test.for([
    ['plain.holds', 0],
    ['plain.breaks', 1],
    ['plain.untestable', 4],
    ['plain.vacuous', 6],
  ] as const)('a run of %s alone ends with %i', async ([only, expected]) => {
    const { code } = await (only === 'plain.holds' ? runHolds() : runCli('plain', ['run', '--only', only]))

    expect(code).toBe(expected)
  })

  test('a run of a refusal alone also runs its control check', async () => {
    const { events } = await runCli('plain', ['run', '--only', 'plain.holds/refuses-nothing'])

    expect(Object.keys(verdicts(events))).toEqual([
      'plain.holds/accepts-a-request',
      'plain.holds/refuses-nothing',
    ])
  })

  test('a run writes the configuration, the output, the timeline and the repro command of each check', async () => {
    const { events, temporary } = await runHolds()
    const id = 'plain.holds/accepts-a-request'
    const [pack = ''] = events.flatMap((event) =>
      event.type === 'check' && event.id === id && event.evidence ? [event.evidence] : [],
    )
    const files = contentsOfPack(readFileSync(join(temporary, 'out', pack))).get(id)

    expect([...(files?.keys() ?? [])].sort()).toEqual([
      'command.txt',
      'output.txt',
      'repro.txt',
      'start.json',
      'timeline.json',
    ])
    expect(Buffer.concat(files?.get('timeline.json') ?? []).toString()).toContain('GET / as admin')
  })

  test('a run with --evidence red keeps no evidence of a passing check, and its header has this setting', async () => {
    const { events, temporary } = await runCli('plain', ['run', '--only', 'plain.holds', '--evidence', 'red'])

    expect(events[0]).toMatchObject({ type: 'header', evidence: 'red' })
    expect(events.filter((event) => event.type === 'check' && event.evidence !== undefined)).toEqual([])
    expect(existsSync(join(temporary, 'out', 'evidence', 'packs'))).toBe(false)
  })
})

describe('a run that must not look green', () => {
  test('a run removes the results of an earlier run from its output directory', async () => {
    const existingFiles = {
      'events.jsonl': headerOf(['plain.gone/check']),
      'evidence/plain.gone.check/output.txt': 'gone',
      'evidence/mine.txt': 'mine',
      'report.html': 'gone',
      'notes.txt': 'mine',
    }
    const { temporary } = await runCli('plain', ['run', '--only', 'plain.holds'], { earlier: existingFiles })
    const outDir = join(temporary, 'out')

    expect(readdirSync(outDir).toSorted()).toEqual(['events.jsonl', 'evidence', 'notes.txt'])
    expect(readdirSync(join(outDir, 'evidence'))).not.toContain('plain.gone.check')
    expect(readFileSync(join(outDir, 'evidence', 'mine.txt'), 'utf8')).toBe('mine')
    expect(await waitForCleanup(temporary)).toEqual([])
  })

  test('a run names the checks that a killed worker did not report', async () => {
    const { code, events, temporary } = await runCli('killed-worker', ['run'])

    expect(events.at(-1)).toMatchObject({ type: 'footer', planned: 3, reported: 1 })
    expect(code).toBe(6)
    expect(await waitForCleanup(temporary)).toEqual([])
  })

  test('an error that is thrown outside any check is a harness fault', async () => {
    const { code, events } = await runCli('late-error', ['run'])

    expect(JSON.stringify(events.at(-1))).toContain('thrown after the check')
    expect(code).toBe(6)
  })

  test('a run does not start if two checks have the same id', async () => {
    const { code, stderr } = await runCli('clash', ['run'])

    expect(stderr).toContain('Two checks of one rule have the id clash.rule/is-the-same')
    expect(code).toBe(6)
  })

  test('a run ends with 4 if --only matches nothing, and names the nearest id', async () => {
    const { code, stderr } = await runCli('plain', ['run', '--only', 'plain.hold'])

    expect(stderr).toContain('--only plain.hold matches no rule and no check. Did you mean plain.holds?')
    expect(code).toBe(4)
  })

  test.for(['SIGINT', 'SIGTERM'] as const)(
    'a run writes the results so far on %s and leaves nothing behind',
    async (signal) => {
      const { code, events, stderr, temporary } = await runCli('slow', ['run'], {
        whileRunning: async (child, { out }) => {
          const file = join(out, 'events.jsonl')
          while (!existsSync(file) || !readFileSync(file, 'utf8').includes('"type":"check"')) await sleep(20)
          child.kill(signal)
        },
      })

      expect(verdicts(events)).toMatchObject({ 'slow.first/answers': 'held' })
      expect(events.some((event) => event.type === 'footer')).toBe(false)
      expect(stderr).toContain('Interrupted')
      expect(code).toBe(130)
      expect(await waitForCleanup(temporary)).toEqual([])
    },
  )

  test('a killed run leaves no program and no directory behind', async () => {
    const { temporary } = await runCli('slow', ['run'], {
      whileRunning: async (child, { out }) => {
        const file = join(out, 'events.jsonl')
        while (!existsSync(file) || !readFileSync(file, 'utf8').includes('"type":"check"')) await sleep(20)
        child.kill('SIGKILL')
      },
    })

    expect(await waitForCleanup(temporary)).toEqual([])
  })
})
