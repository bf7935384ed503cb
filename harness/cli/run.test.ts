import { readdirSync, readFileSync, writeFileSync, chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../events.ts'
import { unpacked } from '../evidence/pack.ts'
import { fakeApiServer, runCli } from '../testing/run-cli.ts'

function verdicts(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'check' ? [[event.id, event.verdict]] : [])),
  )
}

/** The first line of the events of a run that planned some checks. */
function headerOf(ids: readonly string[]): string {
  const checks = ids.map((id) => ({ id, rule: id, title: id }))
  return `${JSON.stringify({ type: 'header', schemaVersion: 2, selection: {}, capabilitiesOff: [], plan: { rules: [], checks, outOfScope: [], profiles: [] } })}\n`
}

/** Whether a process with a word in its command line or its environment is alive. */
function alive(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const told = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
        return told.join('\0').includes(word) && pid !== String(process.pid)
      } catch {
        return false
      }
    })
}

/** Waits until nothing with the word runs and nothing is left in the directory. */
async function cleaned(temporary: string): Promise<string[]> {
  const leftovers = (): string[] => [
    ...readdirSync(temporary).filter((name) => name !== 'out' && !name.startsWith('node-')),
    ...(alive(temporary) ? ['a process'] : []),
  ]
  for (let tries = 0; tries < 100 && leftovers().length > 0; tries++) await sleep(50)
  return leftovers()
}

describe('a run', () => {
  test('judges each check, counts refusals only beside their twin, and leaves nothing behind', async () => {
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
    expect(code).toBe(6)
    expect(await cleaned(temporary)).toEqual([])
  })

  test.for([
    ['plain.holds', 0],
    ['plain.breaks', 1],
    ['plain.untestable', 4],
    ['plain.vacuous', 6],
  ] as const)('of %s alone ends with %i', async ([only, expected]) => {
    const { code } = await runCli('plain', ['run', '--only', only])

    expect(code).toBe(expected)
  })

  test('of a refusal alone runs its twin too', async () => {
    const { events } = await runCli('plain', ['run', '--only', 'plain.holds/refuses-nothing'])

    expect(Object.keys(verdicts(events))).toEqual([
      'plain.holds/accepts-a-request',
      'plain.holds/refuses-nothing',
    ])
  })

  test('writes the configuration, the output, the timeline and the repro command of each check', async () => {
    const { events, temporary } = await runCli('plain', ['run', '--only', 'plain.holds'])
    const id = 'plain.holds/accepts-a-request'
    const [pack = ''] = events.flatMap((event) =>
      event.type === 'check' && event.id === id && event.evidence ? [event.evidence] : [],
    )
    const files = unpacked(readFileSync(join(temporary, 'out', pack))).get(id)

    expect([...(files?.keys() ?? [])].sort()).toEqual([
      'command.txt',
      'output.txt',
      'repro.txt',
      'timeline.json',
    ])
    expect(Buffer.concat(files?.get('timeline.json') ?? []).toString()).toContain('GET / as admin')
  })

  test('keeps nothing of a check that is fine, where only red is wanted, and says so', async () => {
    const { events, temporary } = await runCli('plain', ['run', '--only', 'plain.holds', '--evidence', 'red'])

    expect(events[0]).toMatchObject({ type: 'header', evidence: 'red' })
    expect(events.filter((event) => event.type === 'check' && event.evidence !== undefined)).toEqual([])
    expect(existsSync(join(temporary, 'out', 'evidence', 'packs'))).toBe(false)
  })
})

describe('a run that could look green and must not', () => {
  test('leaves nothing of an earlier run in its output directory', async () => {
    const earlier = {
      'events.jsonl': headerOf(['plain.gone/check']),
      'evidence/plain.gone.check/output.txt': 'gone',
      'evidence/mine.txt': 'mine',
      'report.html': 'gone',
      'notes.txt': 'mine',
    }
    const { temporary } = await runCli('plain', ['run', '--only', 'plain.holds'], { earlier })
    const out = join(temporary, 'out')

    expect(readdirSync(out).toSorted()).toEqual(['events.jsonl', 'evidence', 'notes.txt'])
    expect(readdirSync(join(out, 'evidence'))).not.toContain('plain.gone.check')
    expect(readFileSync(join(out, 'evidence', 'mine.txt'), 'utf8')).toBe('mine')
    expect(await cleaned(temporary)).toEqual([])
  })

  test('names the checks that a killed worker never reported', async () => {
    const { code, events, temporary } = await runCli('killed-worker', ['run'])

    expect(events.at(-1)).toMatchObject({ type: 'footer', planned: 3, reported: 1 })
    expect(code).toBe(6)
    expect(await cleaned(temporary)).toEqual([])
  })

  test('is a harness fault when something throws outside any check', async () => {
    const { code, events } = await runCli('late-error', ['run'])

    expect(JSON.stringify(events.at(-1))).toContain('thrown after the check')
    expect(code).toBe(6)
  })

  test('does not start when two checks have one id', async () => {
    const { code, stderr } = await runCli('clash', ['run'])

    expect(stderr).toContain('Two checks of one rule have the id clash.rule/is-the-same')
    expect(code).toBe(6)
  })

  test('ends with 4 when --only matches nothing, and names the nearest id', async () => {
    const { code, stderr } = await runCli('plain', ['run', '--only', 'plain.hold'])

    expect(stderr).toContain('--only plain.hold matches no rule and no check. Did you mean plain.holds?')
    expect(code).toBe(4)
  })

  test.for(['SIGINT', 'SIGTERM'] as const)(
    'writes the results so far on %s and leaves nothing behind',
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
      expect(await cleaned(temporary)).toEqual([])
    },
  )

  test('leaves no program and no directory behind when it is killed', async () => {
    const { temporary } = await runCli('slow', ['run'], {
      whileRunning: async (child, { out }) => {
        const file = join(out, 'events.jsonl')
        while (!existsSync(file) || !readFileSync(file, 'utf8').includes('"type":"check"')) await sleep(20)
        child.kill('SIGKILL')
      },
    })

    expect(await cleaned(temporary)).toEqual([])
  })
})

describe('an implementation that misbehaves', () => {
  const target = (behave: string, limits = '{ readyMs: 1500, refusedMs: 1500, stopMs: 300 }'): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'target-')), 'target.yaml')
    const command = JSON.stringify([...fakeApiServer, `--behave=${behave}`])
    writeFileSync(
      file,
      `name: fake\ndialect: orch\nprograms:\n  apiserver:\n    command: ${command}\nlimits: ${limits}\n`,
    )
    return file
  }

  test.for([
    ['exit-at-once', 5, 'exit code 0'],
    ['refuse', 5, 'the flag --behave is refused'],
    ['never-listen', 5, 'was not ready within 1500 ms'],
  ] as const)('by %s ends the run with %i and one reason', async ([behave, expected, said]) => {
    const { code, events, temporary } = await runCli('plain', [
      'run',
      '--only',
      'plain.holds',
      '--target',
      target(behave),
    ])

    const footer = events.at(-1)
    expect(footer).toMatchObject({ type: 'footer', neverStarted: ['apiserver'] })
    expect(footer?.type === 'footer' ? footer.errors.length : 0).toBe(1)
    expect(JSON.stringify(footer)).toContain(said)
    expect(code).toBe(expected)
    const evidence = readdirSync(join(temporary, 'out', 'evidence', 'first-start-apiserver'))
    expect(evidence.sort()).toEqual(['command.txt', 'output.txt'])
    expect(await cleaned(temporary)).toEqual([])
  })

  test('that dies of a request or while a check goes on is crashed, however that shows', async () => {
    const { code, events } = await runCli('dying', ['run'])

    const of = Object.entries(verdicts(events))
    // What only found the program dead holds by itself.
    const spoiled = (id: string): boolean => id.endsWith('/accepts-another-one')
    expect(new Set(of.flatMap(([id, verdict]) => (spoiled(id) ? [verdict] : [])))).toEqual(
      new Set(['unstable']),
    )
    expect(new Set(of.flatMap(([id, verdict]) => (spoiled(id) ? [] : [verdict])))).toEqual(
      new Set(['crashed']),
    )
    expect(JSON.stringify(events)).toContain('killed by SIGSEGV')
    expect(JSON.stringify(events)).toContain('panic: no such luck')
    expect(code).toBe(5)
  })

  test.for(['flood', 'ignore-sigterm'])('by %s is judged all the same and does not stay', async (behave) => {
    const { code, temporary } = await runCli('plain', [
      'run',
      '--only',
      'plain.holds',
      '--target',
      target(behave),
    ])

    expect(code).toBe(0)
    expect(await cleaned(temporary)).toEqual([])
  })

  test('by not existing is a fault of the configuration', async () => {
    const { stderr, code } = await runCli('plain', ['run', '--program', 'apiserver=/no/such/program'])

    expect(stderr).toContain('The apiserver program /no/such/program does not exist.')
    expect(code).toBe(3)
  })

  test('by not being executable is a fault of the configuration', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'program-')), 'program')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    const { stderr, code } = await runCli('plain', ['run', '--program', `apiserver=${file}`])

    expect(stderr).toContain('is not executable (chmod +x)')
    expect(code).toBe(3)
  })
})
