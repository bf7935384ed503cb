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
// What a busy machine leaves untold is measured again.
const limitMs = 300_000

interface Judged {
  readonly code: number
  readonly stderr: string
  readonly verdicts: readonly string[]
  /** Where its run put what is temporary. */
  readonly temporary: string
}

/** Judges a manager with that defect by one check. */
function judged(defect: string, check: string): Promise<Judged> {
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
    '--jobs',
    '1',
    '--out',
    out,
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

// Beside others that flood the machine, its first start would say nothing, and checks would wait for it again.
test('a controller manager that never asks the API server ends the run, in its own words', {
  timeout: limitMs,
}, async () => {
  const { code, stderr, verdicts, temporary } = await judged('never-asks', works)

  expect(stderr).toContain('the API server was asked something')
  expect(stderr).toContain('this one waits for better days')
  expect([code, verdicts]).toEqual([5, []])
  await expectNothingLeft(temporary)
})

/** What comes of a check, as the exit code of the run and the verdict. */
const broken = [1, ['broken']] as const
const crashed = [5, ['crashed']] as const
// A verdict too: who takes the machine for itself may leave it no time to tell, where others want it as well.
const inconclusive = [8, ['inconclusive']] as const

async function expectVerdict(defect: string, check: string, comings: readonly unknown[]): Promise<void> {
  const { code, verdicts, temporary, stderr } = await judged(defect, check)

  expect(comings, stderr).toContainEqual([code, verdicts])
  await expectNothingLeft(temporary)
}

describe.concurrent('a controller manager', () => {
  test.for([
    ['asks for resources that nobody knows', 'asks-for-unknown', works, broken],
    ['keeps hundreds of watches open', 'keeps-watches', works, broken],
    ['works without the lease', 'ignores-leases', waits, broken],
    ['dies while it takes over', 'dies-taking-over', takesOver, crashed],
  ] as const)(
    'that %s gets a verdict, and nothing is left of it',
    { timeout: limitMs },
    async ([, defect, check, coming]) => {
      await expectVerdict(defect, check, [coming])
    },
  )
})

// Beside the others they would leave them no time.
describe('a controller manager', () => {
  test.for([
    ['asks without a pause', 'floods'],
    ['sends bodies of a hundred megabytes', 'sends-much'],
  ] as const)(
    'that %s gets a verdict, and nothing is left of it',
    { timeout: limitMs },
    async ([, defect]) => {
      await expectVerdict(defect, works, [broken, inconclusive])
    },
  )
})
