import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { judgeMutant, withMutant } from './judge-mutant.ts'
import type { CheckReach } from './reach.ts'
import type { ChecksResult } from './run-checks.ts'

const mutant = { id: 'm' }
const order = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (check): CheckReach => ({ check, durationMs: 10, reached: new Set([0]) }),
)

interface JudgedRun {
  readonly ran: string[][]
  readonly result: Awaited<ReturnType<typeof judgeMutant>>
}

async function judgeWith(
  verdictOf: (check: string, time: number, isControl?: true) => Verdict | 'none',
  { checks = order, withinMs = 1_000, msPerRun = 1 } = {},
): Promise<JudgedRun> {
  const ranChecks: string[][] = []
  let nowMs = 0
  const run = async (
    checkIds: readonly string[],
    _withinMs: number,
    isControl?: true,
  ): Promise<ChecksResult> => {
    ranChecks.push([...checkIds])
    nowMs += msPerRun
    const events = checkIds.flatMap((id) => {
      const verdict = verdictOf(id, ranChecks.length, isControl)
      return verdict === 'none' ? [] : [{ type: 'check', id, verdict } as CheckEvent]
    })
    return { events, isLate: events.length < checkIds.length, isStuck: false }
  }
  const result = await judgeMutant(mutant, checks, { withinMs, run, nowMs: () => nowMs })
  return { ran: ranChecks, result }
}

test('a mutant is killed by the first check that does not hold', async () => {
  const { ran, result } = await judgeWith((check) => (check === 'b' ? 'broken' : 'held'))

  expect(result).toMatchObject({ status: 'killed', by: 'b', verdict: 'broken', of: 6 })
  expect(ran).toEqual([['a', 'b', 'c', 'd']])
})

test.for(['crashed', 'untestable', 'warned'] as const)(
  'a check with the verdict %s kills a mutant',
  async (verdict) => {
    expect((await judgeWith(() => verdict)).result).toMatchObject({ status: 'killed', verdict })
  },
)

test('a mutant survives if every check holds', async () => {
  const { ran, result } = await judgeWith(() => 'held')

  expect(result).toMatchObject({ status: 'survived', tried: 6 })
  expect(ran.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('an inconclusive check is tried once more, and kills no mutant', async () => {
  const { ran, result } = await judgeWith((check) => (check === 'a' ? 'inconclusive' : 'held'))

  expect(result).toMatchObject({ status: 'survived', tried: 6 })
  expect(ran.flat().filter((check) => check === 'a')).toHaveLength(2)
})

test('a mutant that prevents a check from ending is killed if the check ends without the mutant', async () => {
  const { ran, result } = await judgeWith((check, _time, isControl) =>
    check === 'b' && !isControl ? 'none' : 'held',
  )

  expect(result).toMatchObject({ status: 'killed', by: 'b', verdict: 'late' })
  expect(ran).toEqual([['a', 'b', 'c', 'd'], ['b'], ['b']])
})

test('no mutant is killed on a machine where no check ends', async () => {
  const { result } = await judgeWith((check) => (check === 'b' ? 'none' : 'held'))

  expect(result).toMatchObject({ status: 'survived', tried: 6 })
})

test('the verdict of the second attempt of a check decides', async () => {
  const { result } = await judgeWith((check, time) =>
    check === 'b' ? (time === 1 ? 'none' : 'broken') : 'held',
  )

  expect(result).toMatchObject({ status: 'killed', by: 'b', verdict: 'broken' })
})

test('no further checks are tried after the time limit', async () => {
  const { ran, result } = await judgeWith(() => 'held', { withinMs: 5, msPerRun: 6 })

  expect([ran, result.tried]).toEqual([[['a', 'b', 'c', 'd']], 4])
})

test('a mutant that no check reaches is not run', async () => {
  const { ran, result } = await judgeWith(() => 'held', { checks: [] })

  expect([ran, result.status]).toEqual([[], 'not-reached'])
})

test('every program of the target gets the mutant id in its environment', () => {
  const programs = { apiserver: { command: ['a'], env: { B: 'b' } }, etcd: { command: ['e'] } }
  const target = { name: 't', dialect: 'orch', programs, limits: {} } as unknown as Parameters<
    typeof withMutant
  >[0]

  expect(withMutant(target, 'M', '7').programs).toEqual({
    apiserver: { command: ['a'], env: { B: 'b', M: '7' } },
    etcd: { command: ['e'], env: { M: '7' } },
  })
})
