import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../events.ts'
import { runCli, tinyProgram } from './run-cli.ts'

/** Writes a target file with one program, by its role; returns its path. */
function writeTarget(role: string, behave: string, dialect = 'orch'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'target-')), 'target.yaml')
  const content = {
    name: 'tiny',
    dialect,
    programs: { [role]: { command: tinyProgram, args: [`--behave=${behave}`] } },
    limits: { readyMs: 1_500, refusedMs: 1_500 },
  }
  writeFileSync(path, JSON.stringify(content))
  return path
}

function verdicts(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'check' ? [[event.id, event.verdict]] : [])),
  )
}

const greetsCheck = 'tiny.greets/greets-with-a-hello'

test.for(['orch', 'kubernetes'])(
  'a program of a role other than the API server is started and tested, with the configuration of the dialect %s',
  async (dialect) => {
    const { events, stderr } = await runCli('tiny', [
      'run',
      '--target',
      writeTarget('controller-manager', 'well', dialect),
    ])

    expect(verdicts(events), stderr).toMatchObject({
      [greetsCheck]: 'held',
      'tiny.greets/greets-with-another-word': 'held',
      'tiny.refuses/accepts-a-greeting': 'held',
      'tiny.refuses/refuses-to-have-none': 'held',
      'tiny.stays/answers-a-request-that-is-fatal-to-it': 'crashed',
    })
    expect(verdicts(events)).not.toHaveProperty('other.program/is-never-reached')
    const [header] = events
    expect(header).toMatchObject({ plan: { outOfScope: [{ program: 'apiserver', rules: 1 }] } })
  },
)

test.for([
  ['crash', /SIGSEGV/],
  ['trace', /crash trace of Node\.js/],
  ['hang', /not ready within 1500 ms: GET \/ready answered no/],
  ['refuse', /refused to start \(exit code 1\)[^]*the greeting is refused/],
] as const)('a program with --behave=%s is reported with the reason', async ([behave, why]) => {
  const path = writeTarget('controller-manager', behave)
  const { code, events, stderr } = await runCli('tiny', ['run', '--target', path, '--only', greetsCheck])
  const reasons = events.flatMap((event) =>
    event.type === 'check' && event.id === greetsCheck ? [event.reason] : [],
  )

  // An overloaded machine gives no verdict about a program that hangs.
  const lateVerdicts = behave === 'hang' ? [['inconclusive', 8]] : []
  const ownVerdict = behave === 'refuse' ? ['broken', 1] : ['crashed', 5]
  expect([verdicts(events)[greetsCheck], code], stderr).toBeOneOf([ownVerdict, ...lateVerdicts])
  expect(reasons[0]).toMatch(why)
  expect(reasons[0]).toContain('controller manager')
})

test('a crash does not pass a check that expects a refusal', async () => {
  const path = writeTarget('controller-manager', 'crash')
  const { events } = await runCli('tiny', ['run', '--target', path, '--only', 'tiny.refuses'])

  expect(Object.values(verdicts(events))).toEqual(['crashed', 'crashed'])
})

test('a run exits with code 4 if no rule tests the program of its target, and lists the tested roles', async () => {
  const { code, stderr } = await runCli('tiny', ['run', '--target', writeTarget('node-agent', 'well')])

  expect(code).toBe(4)
  expect(stderr).toContain('No selected rule is about the programs of target tiny (node-agent)')
  expect(stderr).toContain('controller manager')
})

test('an unknown role in a target file is a config fault that names the nearest role', async () => {
  const { code, stderr } = await runCli('tiny', ['run', '--target', writeTarget('node-agnet', 'well')])

  expect(code).toBe(3)
  expect(stderr).toContain('Did you mean node-agent?')
})

test('an unknown role of a command is a usage error', async () => {
  const { code, stderr } = await runCli('tiny', ['run', '--role', 'apisrever', '--', 'true'])

  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean apiserver?')
})

test('a command is tested in the given role, under its own name', async () => {
  const argv = ['run', '--role', 'controller-manager', '--only', 'tiny.greets', '--', ...tinyProgram]
  const { code, events } = await runCli('tiny', argv)

  expect(code).toBe(0)
  expect(events[0]).toMatchObject({ target: { name: 'node', programs: [{ role: 'controller-manager' }] } })
  // A check records the starts of its programs, whatever started them.
  expect(events[1]).toMatchObject({ launches: [{ outcome: 'ready' }] })
})
