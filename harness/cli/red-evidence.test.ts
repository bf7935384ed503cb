import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import { type CliResult, runCli, tinyProgram } from '../testing/run-cli.ts'

const redEvidenceOptions = ['run', '--evidence', 'red'] as const

/** Returns the red checks of a run, with the kept files of each. */
function keptEvidenceOf({
  events,
  temporary,
}: CliResult): { readonly id: string; readonly files: string[] }[] {
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  return checks
    .filter(({ verdict }) => verdict !== 'held')
    .map(({ id, evidence }) => ({
      id,
      files: evidence === undefined ? [] : evidenceFilesIn(temporary, evidence),
    }))
}

function evidenceFilesIn(temporary: string, evidence: string): string[] {
  return readdirSync(join(temporary, 'out', evidence)).toSorted()
}

/** Returns the text of one file of a failed check. */
function readEvidenceFile({ events, temporary }: CliResult, id: string, file: string): string {
  const check = events.find((event): event is CheckEvent => event.type === 'check' && event.id === id)
  return readFileSync(join(temporary, 'out', check?.evidence ?? '', file), 'utf8')
}

const allFiles = ['command.txt', 'output.txt', 'repro.txt', 'timeline.json']

// Each check runs twice, which takes long on a busy machine.
describe('the evidence that --evidence red keeps', { timeout: 120_000 }, () => {
  test('the evidence of red checks contains the output of a refused start, and the wrong response', async () => {
    const run = await runCli('failing', redEvidenceOptions)
    const ids = [
      'failing.start/accepts-a-request',
      'failing.start/accepts-another',
      'failing.request/answers-a-token-with-401',
    ]

    expect(keptEvidenceOf(run)).toEqual(ids.map((id) => ({ id, files: expect.arrayContaining(allFiles) })))
    expect(readEvidenceFile(run, ids[0] ?? '', 'timeline.json')).toContain('exit code')
    // The start, which this check shares, ended before the check began.
    expect(readEvidenceFile(run, ids[1] ?? '', 'output.txt')).toContain('the flag --behave is refused')
    expect(readEvidenceFile(run, ids[2] ?? '', 'timeline.json')).toContain('GET /')
  })

  test('the evidence of a red check names the signal that ended a program', async () => {
    const run = await runCli('tiny', [
      ...redEvidenceOptions,
      '--only',
      'tiny.stays',
      '--role',
      'controller-manager',
      '--',
      ...tinyProgram,
    ])
    const id = 'tiny.stays/answers-a-request-that-is-fatal-to-it'

    expect(keptEvidenceOf(run)).toEqual([
      { id, files: expect.arrayContaining([...allFiles, 'configuration.yaml']) },
    ])
    expect(readEvidenceFile(run, id, 'timeline.json')).toContain('SIGSEGV')
  })

  test.for([
    ['never gets ready', 'hang', 'timeline.json', 'start'],
    ['prints a trace and ends', 'trace', 'output.txt', 'nobody caught this'],
    ['refuses with a reason', 'refuse', 'output.txt', 'the greeting is refused'],
  ] as const)(
    'the evidence of a red check contains the cause if the program %s',
    async ([, behave, file, message]) => {
      const command = [...tinyProgram, `--behave=${behave}`]
      const options = ['--only', 'tiny.stays', '--limit', 'readyMs=2s', '--role', 'controller-manager']
      const run = await runCli('tiny', [...redEvidenceOptions, ...options, '--', ...command])
      const id = 'tiny.stays/answers-a-request-that-is-fatal-to-it'

      expect(keptEvidenceOf(run)).toEqual([{ id, files: expect.arrayContaining(allFiles) }])
      expect(readEvidenceFile(run, id, file)).toContain(message)
    },
  )
})
