import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { ownLateness } from '../machine/lateness.ts'
import type { RunSettings } from '../target/settings.ts'
import { CheckContext, currentCheck, runAs } from './context.ts'

const check = (): CheckContext => new CheckContext('a/check', { target: { dialect: 'orch' } } as RunSettings)

test('a check that cannot be measured again keeps its evidence', async () => {
  const context = check()
  context.observe('what', 1)

  expect(await context.startAgain()).toBe(false)
  expect(context.record.observations).toHaveLength(1)
})

test('the second measurement replaces the first, and a third measurement is refused', async () => {
  const context = check()
  let forgetCount = 0
  context.measures({
    discard: () => {
      forgetCount += 1
    },
  })
  context.observe('what', 1)
  context.measures({ doubt: () => 'late' })

  expect(await context.startAgain()).toBe(true)
  expect(forgetCount).toBe(1)
  expect(context.record.observations).toEqual([])
  expect(context.timing.doubtError(new Error('broken'))).toBeUndefined()
  expect(await context.startAgain()).toBe(false)
})

test('currentCheck throws outside a check', () => {
  expect(() => currentCheck()).toThrow('outside of any')
})

test('currentCheck returns the running check', async () => {
  const context = check()

  expect(await runAs(context, async () => currentCheck())).toBe(context)
})

/** Returns the context of a check whose program waited this long for the processor, in milliseconds. */
function contextOfStarvedProgram(starvedMs: number): CheckContext {
  const context = check()
  let hasBegun = false
  context.dependsOn({
    isCrashed: false,
    get starvedMs() {
      return hasBegun ? starvedMs : 0
    },
    death: async () => undefined,
  })
  hasBegun = true
  return context
}

const assertion = Object.assign(new Error('expected 0 to be 9'), { name: 'AssertionError' })

test('a failure after a timed-out wait is inconclusive if the machine was overloaded', async () => {
  const context = contextOfStarvedProgram(900)
  context.timing.noteTimedOutWait(1_000)

  expect(await context.explain(assertion)).toMatchObject({ code: 'inconclusive', cause: assertion })
})

test('a failure after a timed-out wait is a failure if the machine was not overloaded', async () => {
  const context = contextOfStarvedProgram(100)
  context.timing.noteTimedOutWait(1_000)

  expect(await context.explain(assertion)).toBe(assertion)
})

test('a failure without a timed-out wait is a failure even if the machine was overloaded', async () => {
  expect(await contextOfStarvedProgram(900).explain(assertion)).toBe(assertion)
})

describe('a failure after this process was stopped for a second', () => {
  const blockForOneSecond = async (): Promise<void> => {
    await sleep(60)
    const untilMs = performance.now() + 1_100
    while (performance.now() < untilMs);
    await sleep(60)
  }
  const contextWithPeer = (url: string): CheckContext => {
    const context = check()
    context.show({ name: 'program', peerUrls: [url], timeline: () => [], files: () => [] })
    return context
  }

  test('a failure after a stop of this process stays a failure if no program used a peer', async () => {
    const context = contextWithPeer('https://127.0.0.1:1')
    await blockForOneSecond()

    expect(await context.explain(assertion)).toBe(assertion)
  })

  test('a failure after a stop of this process is inconclusive if its program waited for a peer', async () => {
    ownLateness()
    const peer = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(peer, 'listening')
    const { port } = peer.address() as AddressInfo
    const [waiting, other] = [
      contextWithPeer(`https://127.0.0.1:${port}`),
      contextWithPeer('https://127.0.0.1:1'),
    ]
    const program = connect(port, '127.0.0.1')
    await once(program, 'connect')
    await sleep(120)
    setTimeout(() => program.write('a request'), 55)
    await blockForOneSecond()

    expect(await waiting.explain(assertion)).toMatchObject({ code: 'inconclusive', cause: assertion })
    expect(await other.explain(assertion)).toBe(assertion)
    program.destroy()
    peer.close()
  })

  test('a failure after a stop of this process stays a failure if its program used a peer only before the stop', async () => {
    ownLateness()
    const peer = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(peer, 'listening')
    const { port } = peer.address() as AddressInfo
    const context = contextWithPeer(`https://127.0.0.1:${port}`)
    const program = connect(port, '127.0.0.1').end('a request')
    await once(program, 'close')
    await sleep(120)
    await blockForOneSecond()

    expect(await context.explain(assertion)).toBe(assertion)
    peer.close()
  })
})

test('a check that times out while it waits for its turn is inconclusive', async () => {
  const waitingCheck = check()
  const busyCheck = check()
  const endWait = waitingCheck.timing.beginQueueWait()
  busyCheck.timing.beginQueueWait()()
  const limitMs = 100
  await sleep(limitMs)
  const lateError = new HarnessError('untestable', 'It was late.', { limitMs })

  expect(waitingCheck.timing.explain(lateError)).toMatchObject({ code: 'inconclusive' })
  expect(busyCheck.timing.explain(lateError)).toMatchObject({ code: 'untestable' })
  endWait()
})

test('the time in the queue of starts is not counted as time of a check', async () => {
  const waitingCheck = check()
  waitingCheck.setRemainingMs(100)
  const endWait = waitingCheck.timing.beginQueueWait()
  await sleep(150)

  expect(waitingCheck.remainingMs()).toBeGreaterThan(50)
  endWait()
  await sleep(120)
  expect(waitingCheck.remainingMs()).toBe(0)
})
