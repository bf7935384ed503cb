import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const works = 'manager.generic.controllers.list/one-name-enables-its-controller-alone'
const waits =
  'manager.generic.leader-election.leader-elect.first/does-no-work-while-somebody-else-holds-the-lease'
const takesOver =
  'manager.generic.leader-election.lease-duration.waits/takes-over-no-sooner-than-that-after-it-first-saw-the-lease'
const limitMs = 300_000

interface Judged {
  readonly code: number
  readonly stderr: string
  readonly verdicts: readonly string[]
  /** Where its run put what is temporary. */
  readonly temporary: string
}

/** Judges a manager with that defect by one check. */
function judged(defect: string, check: string, ...more: readonly string[]): Promise<Judged> {
  const directory = mkdtempSync(join(tmpdir(), 'bad-manager-'))
  const temporary = mkdtempSync(join(directory, 'tmp-'))
  const out = join(directory, 'out')
  const program = [process.execPath, join(dist, 'suites/testing/bad-manager.js'), defect]
  const argv = [
    'run',
    '--role',
    'controller-manager',
    '--only',
    check,
    // One verdict is enough: what is red is not judged once more.
    '--max-failures',
    '1',
    '--jobs',
    '1',
    '--out',
    out,
    ...more,
    '--',
    ...program,
  ]
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: temporary }
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
          temporary,
        })
      },
    )
  })
}

/** What still hangs when the command ends is removed by somebody else, soon. */
async function expectNothingLeft(temporary: string): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]), { timeout: 15_000, interval: 100 })
}

// A machine that others keep busy is no reason to accuse a program, however bad it is.
const late = [8, ['inconclusive']]

type Bad = readonly [what: string, defect: string, check: string, verdict: string, exitCode: number]

async function expectVerdict([, defect, check, verdict, exitCode]: Bad): Promise<void> {
  const { code, verdicts, temporary, stderr } = await judged(defect, check)

  expect([[exitCode, [verdict]], late], stderr).toContainEqual([code, verdicts])
  await expectNothingLeft(temporary)
}

describe('a controller manager that floods the machine', () => {
  test.for<Bad>([
    ['asks without a pause', 'floods', waits, 'held', 0],
    ['sends bodies of a hundred megabytes', 'sends-much', waits, 'held', 0],
  ])('because it %s gets a verdict, and nothing is left of it', { timeout: limitMs }, expectVerdict)
})

describe.concurrent('a controller manager', () => {
  test('that never asks the API server ends the run, in its own words', {
    timeout: limitMs,
  }, async () => {
    const { code, stderr, verdicts, temporary } = await judged(
      'never-asks',
      works,
      // It is waited for in vain, perhaps three times.
      '--limit',
      'readyMs=10000',
    )

    expect(stderr).toContain('the API server was asked something')
    expect(stderr).toContain('this one waits for better days')
    // A first start that the machine kept from working proves nothing: then the check finds it out.
    expect([[5, []], [5, ['crashed']], late], stderr).toContainEqual([code, verdicts])
    await expectNothingLeft(temporary)
  })

  test.for<Bad>([
    ['asks for resources that nobody knows', 'asks-for-unknown', waits, 'held', 0],
    ['keeps hundreds of watches open', 'keeps-watches', waits, 'held', 0],
    ['works without the lease', 'ignores-leases', waits, 'broken', 1],
    ['dies while it takes over', 'dies-taking-over', takesOver, 'crashed', 5],
  ])('that %s gets a verdict, and nothing is left of it', { timeout: limitMs }, expectVerdict)
})
