import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { ProbeOutcome } from '../client/response.ts'
import { HarnessError } from '../errors.ts'
import { until } from '../machine/until.ts'
import { JitterCanary } from '../machine/canary.ts'
import { edgeOf, errorOf, samplesWithin } from './edge.ts'
import { holdRequest } from './hold.ts'
import { expectInTime, expectSpan } from './expect-timing.ts'
import { type Sample, Sampler } from './sampler.ts'
import { holdSpans, samplerSpans } from './spans.ts'
import { Starvation } from '../machine/starvation.ts'
import { nowMs } from '../time.ts'

const answerWith = (status: number): ProbeOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: '',
  reused: false,
})
const sample = (sentAtMs: number, status: number): Sample => ({
  sentAtMs,
  doneAtMs: sentAtMs + 5,
  outcome: answerWith(status),
})
const isBad = ({ outcome }: Sample): boolean => outcome.kind === 'answered' && outcome.status >= 400
const samples = [sample(0, 200), sample(20, 200), sample(40, 500), sample(60, 500)]

test('an edge is between the last sample before the change and the first sample after the change', () => {
  const edge = edgeOf(samples, 0, isBad)

  expect(edge).toEqual({ earliestMs: 20, latestMs: 45 })
  expect(edge && errorOf(edge)).toBe(25)
  expect(edgeOf(samples, 0, () => false)).toBeUndefined()
  expect(edgeOf(samples, 30, isBad)).toEqual({ earliestMs: 30, latestMs: 45 })
})

test('samples that touch the ends of a span are excluded', () => {
  expect(samplesWithin(samples, 20, 64).map(({ sentAtMs }) => sentAtMs)).toEqual([20, 40])
})

const allowedTime = { what: 'it happens', originMs: 0, jitterMs: 1 }

test('expectInTime fails only if an event is certainly outside the limits', () => {
  expectInTime({ earliestMs: 90, latestMs: 130 }, { ...allowedTime, notBeforeMs: 100, notAfterMs: 120 })

  expect(() => expectInTime({ earliestMs: 50, latestMs: 90 }, { ...allowedTime, notBeforeMs: 100 })).toThrow(
    /not before/,
  )
  expect(() => expectInTime({ earliestMs: 150, latestMs: 190 }, { ...allowedTime, notAfterMs: 100 })).toThrow(
    /not after/,
  )
})

test('an observation with a large error is inconclusive, unless its result is certain', () => {
  const wideInterval = { earliestMs: 0, latestMs: 900 }
  const inconclusiveMatcher = expect.objectContaining({ code: 'inconclusive' }) as HarnessError

  expect(() => expectInTime(wideInterval, { ...allowedTime, notAfterMs: 500 })).toThrow(inconclusiveMatcher)
  expect(() => expectInTime(wideInterval, { ...allowedTime, notBeforeMs: 1_000 })).toThrow(/not before/)
  expect(() =>
    expectInTime({ earliestMs: 8, latestMs: 9 }, { ...allowedTime, notBeforeMs: 5, jitterMs: 900 }),
  ).toThrow(inconclusiveMatcher)
})

test('a late event is too uncertain on a machine that was nearly as late', () => {
  const lateAllowance = { ...allowedTime, notAfterMs: 500, jitterMs: 600, marginMs: 2_000 }

  expect(() => expectInTime({ earliestMs: 1_500, latestMs: 1_600 }, lateAllowance)).toThrow(/too uncertain/)
  expect(() => expectInTime({ earliestMs: 1_800, latestMs: 1_900 }, lateAllowance)).toThrow(/not after/)
  expect(() => expectInTime({ earliestMs: 820, latestMs: 830 }, { ...lateAllowance, jitterMs: 300 })).toThrow(
    /not after/,
  )
})

describe('a span between two events of the implementation', () => {
  const intervalAt = (latestMs: number, lateMs = 0) => ({ earliestMs: latestMs - lateMs, latestMs })
  const expectedSpan = { what: 'it happens again', jitterMs: 1 }

  test('a lower limit applies from the earliest moment of the first event to the latest of the second', () => {
    expectSpan({
      ...expectedSpan,
      from: intervalAt(0, 900),
      to: intervalAt(1_108),
      atLeastMs: 1_600,
      marginMs: 1_000,
    })

    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0, 400), to: intervalAt(1_108), atLeastMs: 1_600 }),
    ).toThrow(/not before/)
    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0), to: intervalAt(1_108, 900), atLeastMs: 1_600 }),
    ).toThrow(/not before/)
  })

  test('an upper limit applies from the latest moment of the first event to the earliest of the second', () => {
    expectSpan({
      ...expectedSpan,
      from: intervalAt(0),
      to: intervalAt(2_500, 600),
      atMostMs: 2_000,
      marginMs: 1_000,
    })

    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0), to: intervalAt(2_500, 300), atMostMs: 2_000 }),
    ).toThrow(/not after/)
    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0, 900), to: intervalAt(2_500), atMostMs: 2_000 }),
    ).toThrow(/not after/)
  })

  test('a span is too uncertain if it could also be the span of a defective implementation', () => {
    const inconclusiveMatcher = expect.objectContaining({ code: 'inconclusive' }) as HarnessError

    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0, 900), to: intervalAt(1_108), atLeastMs: 1_600 }),
    ).toThrow(inconclusiveMatcher)
    expect(() =>
      expectSpan({ ...expectedSpan, from: intervalAt(0), to: intervalAt(3_300, 1_000), atMostMs: 2_000 }),
    ).toThrow(inconclusiveMatcher)
  })
})

test('marginMs sets the permitted uncertainty of an observation', () => {
  const wideInterval = { earliestMs: 0, latestMs: 900 }

  expectInTime(wideInterval, { ...allowedTime, notAfterMs: 500, marginMs: 1_000 })
  expectInTime({ earliestMs: 10, latestMs: 20 }, { ...allowedTime, notAfterMs: 500, jitterMs: 900 })
  expect(() => expectInTime(wideInterval, { ...allowedTime, notAfterMs: 500, marginMs: 800 })).toThrow(
    /too uncertain/,
  )
})

test.runIf(process.platform === 'linux')(
  'the starvation of programs that compete for processors is measured',
  async () => {
    const spinScript = "const end = Date.now() + 1500; process.stdout.write('.'); while (Date.now() < end);"
    // There are more programs than processors, so that the programs wait for each other.
    const programs = Array.from({ length: 3 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', spinScript], { stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    const firstOutputs = Promise.all(programs.map((program) => once(program.stdout, 'data')))
    const exits = Promise.all(programs.map((program) => once(program, 'exit')))
    const pids = programs.flatMap(({ pid }) => pid ?? [])
    const watching = pids.map((pid) => new Starvation(pid))
    using canary = new JitterCanary(pids[0])
    const fromMs = nowMs()
    await firstOutputs
    await exits
    for (const watcher of watching) watcher.stop()
    const waitTotals = watching.map((one) => one.total(fromMs, nowMs()))

    expect(Math.max(...waitTotals)).toBeGreaterThan(100)
    expect(canary.quietMs(fromMs, nowMs())).toBeLessThan(nowMs() - fromMs)
    expect(new Starvation(0).total(0, Infinity)).toBe(0)
  },
)

test('a canary reports when this process was kept from working', async () => {
  using canary = new JitterCanary()
  await until(() => canary.delays(0).length >= 0, { withinMs: 100, what: 'it runs' })
  const fromMs = nowMs()
  while (nowMs() < fromMs + 80) {
    // Blocks the event loop, which the canary must notice.
  }
  await until(() => canary.worst(fromMs, nowMs()) > 50, { withinMs: 2_000, what: 'it noticed' })

  expect(canary.delays(50).length).toBeGreaterThan(0)
  expect(canary.worst(fromMs - 10_000, fromMs - 5_000)).toBe(0)
  expect(errorOf(canary.observed(nowMs()))).toBeGreaterThan(50)
  expect(errorOf(canary.observed(fromMs - 5_000))).toBe(0)
})

test('a sampler polls until `stop`, and consecutive equal samples become one span', async () => {
  let status = 200
  const sampler = new Sampler({
    name: 'GET /x',
    prober: { send: async () => answerWith(status), close: () => {} },
    request: { path: '/x' },
    everyMs: 2,
  })
  await until(() => sampler.samples.length >= 3, { withinMs: 2_000, what: 'it looked' })
  status = 500
  await until(() => sampler.samples.some(isBad), { withinMs: 2_000, what: 'it saw the change' })
  await sampler.stop()
  const [first, second, ...more] = samplerSpans(sampler)

  expect(first?.what).toMatch(/^200, \d+ times$/)
  expect(second?.what).toMatch(/^500/)
  expect(more).toEqual([])
})

test('a held request is in flight from its arrival at the peer until its release', async () => {
  let releaseAnswer = (): void => {}
  const releaseSignal = new Promise<void>((resolve) => {
    releaseAnswer = resolve
  })
  const server = createServer((_req, res) => void releaseSignal.then(() => res.end('late')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const arrival = new Promise((resolve) => server.once('request', resolve))
  const heldRequest = await holdRequest({
    name: 'held',
    send: async () => answerWith((await fetch(`http://127.0.0.1:${port}`)).status),
    awaitArrival: () => arrival,
    releaseRequest: releaseAnswer,
  })
  const endBefore = heldRequest.end
  const outcome = await heldRequest.release()
  server.close()

  expect(endBefore).toBeUndefined()
  expect(outcome).toMatchObject({ status: 200 })
  expect(holdSpans(heldRequest).map(({ what }) => what)).toEqual([
    '200',
    'the peer holds it',
    'the peer lets it go',
  ])
})

test('a request that is answered before it reached its peer was never held', async () => {
  const heldRequest = holdRequest({
    name: 'read',
    send: async () => answerWith(429),
    awaitArrival: () => new Promise(() => {}),
    releaseRequest: () => {},
  })

  await expect(heldRequest).rejects.toThrow('The read ended (429) before it was held.')
})
