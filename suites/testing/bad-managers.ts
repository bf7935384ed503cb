import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
/** Check of a manager while another client holds the lease. */
export const waitsCheck =
  'manager.generic.leader-election.leader-elect.first/does-no-work-while-somebody-else-holds-the-lease'
/** Time limit of a check of a manager on a busy machine, in milliseconds. */
export const limitMs = 300_000

export interface JudgedDefect {
  readonly code: number
  readonly stderr: string
  readonly verdicts: readonly string[]
  /** Directory of the run's temporary files. */
  readonly temporary: string
}

/** Runs one check on a manager with a defect. */
export function judgeDefect(
  defect: string,
  check: string,
  ...extraArguments: readonly string[]
): Promise<JudgedDefect> {
  const directory = mkdtempSync(join(tmpdir(), 'bad-manager-'))
  const temporaryDirectory = mkdtempSync(join(directory, 'tmp-'))
  const out = join(directory, 'out')
  const program = [process.execPath, join(dist, 'suites/testing/bad-manager.js'), defect]
  const argv = [
    'run',
    '--role',
    'controller-manager',
    '--only',
    check,
    // A failed check is not repeated.
    '--max-failures',
    '1',
    '--jobs',
    '1',
    '--out',
    out,
    ...extraArguments,
    '--',
    ...program,
  ]
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: temporaryDirectory }
    execFile(
      process.execPath,
      [join(dist, 'bin/orch-conformance.js'), ...argv],
      { env, maxBuffer: 1 << 28 },
      (error, _, stderr) => {
        const lines = readFileSync(join(out, 'events.jsonl'), 'utf8').trimEnd().split('\n')
        const events = lines.map((line) => JSON.parse(line) as { type: string; verdict?: string })
        resolve({
          code: typeof error?.code === 'number' ? error.code : 0,
          stderr,
          verdicts: events.flatMap(({ type, verdict }) => (type === 'check' ? [verdict ?? ''] : [])),
          temporary: temporaryDirectory,
        })
      },
    )
  })
}

/**
 * Expects that the temporary directory becomes empty. The reaper removes hanging processes soon after the command ends.
 */
export async function expectNothingLeft(temporary: string): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]), { timeout: 15_000, interval: 100 })
}

// Result on a busy machine, which must not cause a verdict against a program.
export const lateResult = [8, ['inconclusive']]

export type BadManager = readonly [
  what: string,
  defect: string,
  check: string,
  verdict: string,
  exitCode: number,
]

/** Expects the verdict of a check on a bad manager. */
export async function expectVerdict([, defect, check, verdict, exitCode]: BadManager): Promise<void> {
  const { code, verdicts, temporary, stderr } = await judgeDefect(defect, check)

  expect([code, verdicts], stderr).toBeOneOf([[exitCode, [verdict]], lateResult])
  await expectNothingLeft(temporary)
}
