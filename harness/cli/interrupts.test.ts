import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

// Delays of the signals, in milliseconds: from the first line of the output to the middle of the checks on an idle
// machine.
const delaysMs = [0, 20, 60, 120, 200, 300, 450, 700, 1_000, 1_500]

test.for(delaysMs.map((ms, index) => [ms, index % 2 === 0 ? 'SIGTERM' : 'SIGINT'] as const))(
  'a run that is interrupted after %i ms leaves a result with the finished checks',
  async ([ms, signal]) => {
    const { code, events, temporary } = await runCli('slow', ['run'], {
      whileRunning: async (child) => {
        await sleep(ms)
        child.kill(signal)
      },
    })

    expect(code).toBe(130)
    expect(events[0]).toMatchObject({ type: 'header' })
    const eventsAfterHeader = events
      .slice(1)
      .map((event) => (event.type === 'check' ? event.verdict : event.type))
    expect(eventsAfterHeader.filter((verdict) => verdict !== 'held')).toEqual([])
    expect(existsSync(join(temporary, 'out', '.orch-conformance.lock'))).toBe(false)
  },
)

test('an interrupt ends a command that is too busy to handle signals', async () => {
  // Each additional nested repetition multiplies the ways to split a title, none of which matches.
  const endlessOptions = ['--grep', '^(((\\S+\\s?)+)+)+\\d$']
  let sentAtMs = 0
  const { code, temporary } = await runCli('slow', ['run', ...endlessOptions], {
    whileRunning: async (child, files) => {
      const runFolders = (): string[] =>
        readdirSync(files.temporary).filter((name) => name.startsWith('orch-'))
      while (runFolders().length === 0) await sleep(20)
      await sleep(1_000)
      sentAtMs = performance.now()
      child.kill('SIGTERM')
    },
  })

  expect(performance.now() - sentAtMs).toBeLessThan(2_000)
  expect(code).toBeOneOf([null, 130])
  await expect.poll(() => readdirSync(temporary).filter((name) => name !== 'out')).toEqual([])
})

test('a second run cannot use the directory of a running run', async () => {
  const firstRun = await runCli('slow', ['run'], {
    whileRunning: async (child, { out }) => {
      const eventsPath = join(out, 'events.jsonl')
      while (!existsSync(eventsPath) || !readFileSync(eventsPath, 'utf8').includes('"type":"check"'))
        await sleep(20)
      const secondRun = await runCli('plain', ['run', '--out', out])

      expect(secondRun.code).toBe(3)
      expect(secondRun.stderr).toContain(`--out ${out} is in use by another run (process ${child.pid}`)
      expect(secondRun.stderr).not.toContain('    at ')
      child.kill('SIGINT')
    },
  })

  expect(firstRun.code).toBe(130)
  expect(firstRun.events[0]).toMatchObject({ type: 'header' })
})

test('a run replaces the lock of a killed run', async () => {
  const lockText = JSON.stringify({
    pid: 2 ** 22 + 1,
    host: (await import('node:os')).hostname(),
    began: '1',
  })
  const existingFiles = { '.orch-conformance.lock': lockText }
  const { code } = await runCli('plain', ['run', '--only', 'plain.holds'], { earlier: existingFiles })

  expect(code).toBe(0)
})

test.for([
  ['summary.md', 'mine'],
  ['events.jsonl', '{"mine":1}\n'],
])('a %s that no run wrote is not overwritten', async ([name, text]) => {
  const { code, stderr, temporary } = await runCli('plain', ['run', '--only', 'plain.holds'], {
    earlier: { [name ?? '']: text ?? '' },
  })

  expect(code).toBe(3)
  expect(stderr).toMatch(/Give another/)
  expect(readFileSync(join(temporary, 'out', name ?? ''), 'utf8')).toBe(text)
})
