import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

test('explain lists the faults that checks, cases and tables claim, and the events of a run do not', async () => {
  const { stdout } = await runCli('claims', ['explain', 'claims.rule'])
  expect(stdout).toContain(
    'Faults    words-refused, unclear-words-accepted, numbers-accepted, all-accepted, an-empty-text-accepted, everything-ends',
  )

  const { code, events } = await runCli('claims', ['run'])
  expect(code).toBe(0)
  expect(events.filter((event) => event.type === 'check').map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 4 }, () => 'held'),
  )
  expect(JSON.stringify(events)).not.toContain('all-accepted')
})

test('a case that repeats a claim of its table is rejected', async () => {
  const { code, stderr } = await runCli('claimed-twice', ['list'])

  expect(stderr).toContain('claimed.twice/takes-one claims the fault spoiled twice: name it once.')
  expect(code).toBe(6)
})
