import {
  currentCheck,
  expect,
  HarnessError,
  inconclusiveError,
  assertNotLate,
  JitterCanary,
  rulesOf,
  says,
  seeing,
  shared,
  test,
  until,
  untilMoment,
} from '#kit'
import {
  collectionOf,
  customResourceType,
  defineResourceType,
  resourceTypes,
} from '../../../shared/encryption/marked-objects.ts'
import type { ProbeRequest } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { configMap, configMaps, createObjects } from '../fixture.ts'
import { holdInStore } from '../holds.ts'
import { clockMs, isServed } from '../samples.ts'
import {
  expectEndAtTimeout,
  minWatchSeconds,
  requestTimeoutMs,
  timeoutFixture,
  watchesWithinMs,
} from './timeout-fixture.ts'
import { watchUntilEnded, type WatchLifetimes } from './watch-lifetimes.ts'

const { must } = rulesOf({ capability: 'objects', overlaps: true, waits: true })

const data = { for: 'another' }
const typed = (type: string) => ({ 'content-type': `application/${type}` })
type LateWrite = ((name: string) => Omit<ProbeRequest, 'path'>) | undefined
/** Requests that write a config map, and that the store does not answer in time; a creation has no other request. */
const lateWrites: Readonly<Record<string, LateWrite>> = {
  'a creation by POST': undefined,
  'a replacement by PUT': (name) => {
    return { method: 'PUT', body: JSON.stringify({ ...configMap(name), data }), headers: typed('json') }
  },
  'a change by PATCH': () => {
    return { method: 'PATCH', body: JSON.stringify({ data }), headers: typed('merge-patch+json') }
  },
  'a deletion by DELETE': () => ({ method: 'DELETE' }),
}
let objectCount = 0

// Minimum spread of the times. Ten uniform times in a range of seconds have a smaller spread with a probability below
// one in a million.
const minSpreadMs = 150

const watchOptions = { path: configMaps, atOnce: 10, withinMs: watchesWithinMs }
/** Watches that only the server ends, opened once for all checks. */
const endedWatches = shared(async () => watchUntilEnded((await timeoutFixture()).server, watchOptions))

async function watches(): Promise<WatchLifetimes> {
  await timeoutFixture()
  currentCheck().measures({ discard: endedWatches.forget })
  return endedWatches()
}

/** A custom resource type. A creation that is ended late may take effect, so each attempt has another name. */
const servedCustomType = shared(async () => {
  const type = customResourceType(`widgets${++objectCount}.timed.conformance.example`)
  await defineResourceType((await timeoutFixture()).server, type)
  return type
})

must('flag.request-timeout.bounds-requests', flagRow('--request-timeout', 'meaning'), () => {
  says('A request that takes longer than --request-timeout is ended then, and no sooner.')
  test(
    { title: 'serves a request that takes less than the timeout', id: 'serves a request that takes less' },
    async () => {
      const heldRequest = await holdInStore(await timeoutFixture(), { name: 'short' })
      await untilMoment(heldRequest.sentAtMs + 0.7 * requestTimeoutMs, 'most of the time had passed')
      const heldOutcome = await heldRequest.release()
      // A request that is not served may show an overloaded machine.
      if (!isServed(heldOutcome))
        assertNotLate(heldRequest.sentAtMs + 0.9 * requestTimeoutMs, 'letting the request go')

      expect(heldOutcome).toMatchObject({ kind: 'answered', status: 200 })
    },
  ).sees('request-timeout-halved')

  test(
    { title: 'ends a request that takes longer than the timeout', id: 'ends a request that takes longer' },
    async () => {
      const stateFixture = await timeoutFixture()
      using canary = new JitterCanary(stateFixture.server.processId)
      const heldRequest = await holdInStore(stateFixture, { name: 'long', withinMs: 5 * requestTimeoutMs })
      await expectEndAtTimeout(heldRequest, canary)
    },
  ).sees('request-timeout-ignored')
})

must('flag.request-timeout.writes', flagRow('--request-timeout', 'writes'), () => {
  says('A request that writes for longer than --request-timeout is ended then, too.')
  test
    .for(lateWrites)({ title: 'ends %s', id: '%s' }, async (write) => {
      const stateFixture = await timeoutFixture()
      // The write takes effect once it is released, so each attempt has another object.
      const name = `late-${++objectCount}`
      if (write !== undefined) await createObjects(stateFixture.server, [name])
      using canary = new JitterCanary(stateFixture.server.processId)
      const heldRequest = await holdInStore(stateFixture, {
        name,
        sort: 'write',
        withinMs: 5 * requestTimeoutMs,
        ...(write && { write: { ...write(name), path: `${configMaps}/${name}` } }),
      })
      await expectEndAtTimeout(heldRequest, canary)
    })
    .sees('request-timeout-of-reads-alone')
})

must('flag.min-request-timeout.watches', flagRow('--min-request-timeout', 'meaning'), () => {
  says(
    'Watches, and only they, are kept open for at least --min-request-timeout seconds, each for a random time above it.',
  )
  test(
    { title: "keeps watches open for at least the flag's time", id: 'keeps watches open for that long' },
    async (check) => {
      const { openMs } = await watches()
      check.observe('milliseconds that each watch was open', openMs)

      expect(Math.min(...openMs)).toBeGreaterThanOrEqual(minWatchSeconds * 1_000 - clockMs)
    },
  ).sees('request-timeout-ends-watches')

  const otherTypes = {
    'a resource of a group': seeing(['watches-of-groups-end-early'], async () => resourceTypes.deployments),
    'a custom resource': seeing(['watches-of-custom-resources-end-early'], servedCustomType),
  }

  test
    .for(otherTypes)("keeps watches of %s open for at least the flag's time", async (typeOf, check) => {
      check.needs('objects-of-groups')
      const { server } = await timeoutFixture()
      const path = collectionOf(await typeOf())
      const isServedNow = async () => (await server.request({ path })).status === 200
      await until(isServedNow, { withinMs: 30_000, what: 'the server listed the objects of the type' })
      const { openMs } = await watchUntilEnded(server, { ...watchOptions, path })

      expect(Math.min(...openMs)).toBeGreaterThanOrEqual(minWatchSeconds * 1_000 - clockMs)
    })
    .sees('request-timeout-ends-watches', 'watch-ends-early')

  test('ends watches at random moments', async () => {
    const { endedAfterMs: endedMs, jitterMs } = await watches()
    if (endedMs.length < 2)
      throw new HarnessError('untestable', `${endedMs.length} watches ended within ${watchesWithinMs} ms.`)
    const spreadMs = Math.max(...endedMs) - Math.min(...endedMs)
    // Lateness spreads simultaneous ends, but does not gather ends that are seconds apart.
    if (spreadMs > minSpreadMs && spreadMs < minSpreadMs + jitterMs)
      throw inconclusiveError(`Jitter of ${Math.round(jitterMs)} ms hides the spread.`)

    expect(Math.round(spreadMs), 'milliseconds between shortest and longest').toBeGreaterThan(minSpreadMs)
  }).sees('watch-timeout-fixed')
})
