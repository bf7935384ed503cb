import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

// From the first line of the program to the middle of its checks, on an idle machine.
const moments = [0, 20, 60, 120, 200, 300, 450, 700, 1_000, 1_500]

test.for(moments.map((ms, index) => [ms, index % 2 === 0 ? 'SIGTERM' : 'SIGINT'] as const))(
  'an interrupt after %i ms leaves a result that lists what ran',
  async ([ms, signal]) => {
    const { code, events, temporary } = await runCli('slow', ['run'], {
      whileRunning: async (child) => {
        await sleep(ms)
        child.kill(signal)
      },
    })

    expect(code).toBe(130)
    expect(events[0]).toMatchObject({ type: 'header' })
    const after = events.slice(1).map((event) => (event.type === 'check' ? event.verdict : event.type))
    expect(after.filter((verdict) => verdict !== 'held')).toEqual([])
    expect(existsSync(join(temporary, 'out', '.orch-conformance.lock'))).toBe(false)
  },
)

test('an interrupt ends a command that is too busy to handle signals', async () => {
  // Each additional nested repetition multiplies the ways to split a title, none of which matches.
  const endless = ['--grep', '^(((\\S+\\s?)+)+)+\\d$']
  let sentAtMs = 0
  const { code, temporary } = await runCli('slow', ['run', ...endless], {
    whileRunning: async (child, files) => {
      const begun = (): string[] => readdirSync(files.temporary).filter((name) => name.startsWith('orch-'))
      while (begun().length === 0) await sleep(20)
      await sleep(1_000)
      sentAtMs = performance.now()
      child.kill('SIGTERM')
    },
  })

  expect(performance.now() - sentAtMs).toBeLessThan(2_000)
  expect(code).toBeOneOf([null, 130])
  await expect.poll(() => readdirSync(temporary).filter((name) => name !== 'out')).toEqual([])
})

test('a second run cannot use the directory of a running one', async () => {
  const first = await runCli('slow', ['run'], {
    whileRunning: async (child, { out }) => {
      const events = join(out, 'events.jsonl')
      while (!existsSync(events) || !readFileSync(events, 'utf8').includes('"type":"check"')) await sleep(20)
      const second = await runCli('plain', ['run', '--out', out])

      expect(second.code).toBe(3)
      expect(second.stderr).toContain(`--out ${out} is in use by another run (process ${child.pid}`)
      expect(second.stderr).not.toContain('    at ')
      child.kill('SIGINT')
    },
  })

  expect(first.code).toBe(130)
  expect(first.events[0]).toMatchObject({ type: 'header' })
})

test('the lock of a killed run is taken over', async () => {
  const lock = JSON.stringify({ pid: 2 ** 22 + 1, host: (await import('node:os')).hostname(), began: '1' })
  const earlier = { '.orch-conformance.lock': lock }
  const { code } = await runCli('plain', ['run', '--only', 'plain.holds'], { earlier })

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
