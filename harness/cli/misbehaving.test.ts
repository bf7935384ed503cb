import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeApiServer, runCli } from '../testing/run-cli.ts'
import { waitForCleanup, verdicts } from './testing/run.ts'

describe('a misbehaving implementation', () => {
  const writeTarget = (
    behave: string,
    limits = '{ readyMs: 1500, refusedMs: 1500, stopMs: 300 }',
  ): string => {
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
  ] as const)(
    'an implementation that behaves as %s makes the run exit with code %i and report one reason',
    async ([behave, expected, message]) => {
      const { code, events, temporary } = await runCli('plain', [
        'run',
        '--only',
        'plain.holds',
        '--target',
        writeTarget(behave),
      ])

      const footer = events.at(-1)
      expect(footer).toMatchObject({ type: 'footer', neverStarted: ['apiserver'] })
      expect(footer?.type === 'footer' ? footer.errors.length : 0).toBe(1)
      expect(JSON.stringify(footer)).toContain(message)
      expect(code).toBe(expected)
      const evidence = readdirSync(join(temporary, 'out', 'evidence', 'first-start-apiserver'))
      expect(evidence.sort()).toEqual(['command.txt', 'output.txt', 'start.json'])
      expect(await waitForCleanup(temporary)).toEqual([])
    },
  )

  test('an implementation that crashes on a request or during a check is reported as crashed, whatever the symptom', async () => {
    const { code, events } = await runCli('dying', ['run'])

    const verdictEntries = Object.entries(verdicts(events))
    // A check that only found the program dead passes when it runs alone.
    const findsProgramDead = (id: string): boolean => id.endsWith('/accepts-another-one')
    expect(
      new Set(verdictEntries.flatMap(([id, verdict]) => (findsProgramDead(id) ? [verdict] : []))),
    ).toEqual(new Set(['unstable']))
    expect(
      new Set(verdictEntries.flatMap(([id, verdict]) => (findsProgramDead(id) ? [] : [verdict]))),
    ).toEqual(new Set(['crashed']))
    expect(JSON.stringify(events)).toContain('killed by SIGSEGV')
    expect(JSON.stringify(events)).toContain('panic: no such luck')
    expect(code).toBe(5)
  })

  test.for(['flood', 'ignore-sigterm'])(
    'an implementation with the behaviour %s gets verdicts, and its processes end with the run',
    async (behave) => {
      const { code, temporary } = await runCli('plain', [
        'run',
        '--only',
        'plain.holds',
        '--target',
        writeTarget(behave),
      ])

      expect(code).toBe(0)
      expect(await waitForCleanup(temporary)).toEqual([])
    },
  )

  test('an implementation that does not exist is an error of the configuration', async () => {
    const { stderr, code } = await runCli('plain', ['run', '--program', 'apiserver=/no/such/program'])

    expect(stderr).toContain('The apiserver program /no/such/program does not exist.')
    expect(code).toBe(3)
  })

  test('an implementation that is not executable is an error of the configuration', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'program-')), 'program')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    const { stderr, code } = await runCli('plain', ['run', '--program', `apiserver=${file}`])

    expect(stderr).toContain('is not executable (chmod +x)')
    expect(code).toBe(3)
  })
})
