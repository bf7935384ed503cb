import { type CheckContext, expect, rulesOf, says, test, until } from '#kit'
import type { ProbeOutcome } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { isServed } from '../samples.ts'
import { sendChange } from './changes.ts'
import { inFlight, seatWithinMs } from './in-flight.ts'
import { sharedFixture } from './shared-fixture.ts'
import { configMap, configMaps, createObjects, ordinaryUser, prober, type StateFixture } from '../fixture.ts'

const { must } = rulesOf({ capability: 'objects', waits: true })

type Sort = 'read' | 'write'

const heldNames = ['held-1']
const plain = { '--enable-priority-and-fairness': false, '--request-timeout': '20s' } as const
const reads = '--max-requests-inflight'
const writes = '--max-mutating-requests-inflight'
const cappedReads = sharedFixture(() => ({ ...plain, [reads]: 1, [writes]: 0 }), heldNames)
const cappedWrites = sharedFixture(() => ({ ...plain, [reads]: 0, [writes]: 1 }), heldNames)

// A request above a cap can be rejected or wait. Either way it is not served within this time.
const servedWithinMs = 1_500
// A request below the cap is served, however slowly.
const answeredWithinMs = 10_000

let written = 0

/** Sends one more request of an ordinary user. */
async function one(fixture: StateFixture, sort: Sort, withinMs: number): Promise<ProbeOutcome> {
  const client = prober(fixture.server, 'fresh', ordinaryUser(fixture.server, 'alice'))
  if (sort === 'read') return client.send({ path: `${configMaps}/sampled`, withinMs })
  const body = JSON.stringify(configMap(`written-${++written}`))
  return client.send({ method: 'POST', path: configMaps, body, withinMs })
}

/** Returns the final outcome of a request that is repeated while it is rejected. */
async function servedLater(fixture: StateFixture, sort: Sort): Promise<ProbeOutcome> {
  let outcome = await one(fixture, sort, answeredWithinMs)
  const isIn = async (): Promise<boolean> => {
    if (!isServed(outcome)) outcome = await one(fixture, sort, answeredWithinMs)
    return isServed(outcome)
  }
  await until(isIn, { withinMs: seatWithinMs, what: '' }).catch(() => {})
  return outcome
}

/** Returns the outcomes of a request while another one is in flight, and after that. */
async function duringHeld(
  fixture: StateFixture,
  held: Sort,
  during: (world: StateFixture) => Promise<ProbeOutcome>,
): Promise<{ during: ProbeOutcome; after: ProbeOutcome; held: ProbeOutcome }> {
  const as = ordinaryUser(fixture.server, 'alice')
  const name = held === 'read' ? 'held-1' : `held-write-${++written}`
  const hold = await inFlight(fixture, { name, sort: held, as })
  const observed = await during(fixture)
  const end = await hold.release()
  return { during: observed, after: await servedLater(fixture, held), held: end }
}

/** Each way to change an object is a write. */
function describeChanges(): void {
  const methods = { PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' } as const
  test
    .for(methods)('keeps a %s over the cap from being served', async (method) => {
      const fixture = await cappedWrites()
      const names = [`changed-by-${method.toLowerCase()}`]
      await createObjects(fixture.server, names)
      const before = await sendChange(fixture, method, servedWithinMs)
      await createObjects(fixture.server, names)
      const as = ordinaryUser(fixture.server, 'alice')
      const hold = await inFlight(fixture, { name: `held-write-${++written}`, sort: 'write', as })
      const during = await sendChange(fixture, method, servedWithinMs)
      const held = isServed(await hold.release())

      expect({ before, during, held }, 'served').toEqual({ before: true, during: false, held: true })
    })
    .sees('write-cap-of-creations-only')
}

for (const sort of ['read', 'write'] as const) {
  const flag = sort === 'read' ? reads : writes
  const other = sort === 'read' ? 'write' : 'read'
  const fixture = sort === 'read' ? cappedReads : cappedWrites
  const unlimited = sort === 'read' ? cappedWrites : cappedReads
  const sorted = sort === 'read' ? 'requests that change nothing' : 'requests that change something'
  must(`flag.${flag.slice(2)}.caps`, flagRow(flag, 'meaning'), () => {
    says(`Without priority and fairness, ${flag} caps ${sorted}; 0 is no limit.`)
    test(
      {
        title: `does not serve a ${sort} above the limit`,
        id: `keeps a ${sort} over the cap from being served`,
      },
      async (check: CheckContext) => {
        const observed = await duringHeld(await fixture(), sort, (running) =>
          one(running, sort, servedWithinMs),
        )
        check.observe('what is over the cap', observed.during)

        expect(
          {
            during: isServed(observed.during),
            after: isServed(observed.after),
            held: isServed(observed.held),
          },
          'served',
        ).toEqual({ during: false, after: true, held: true })
      },
    ).sees(`${sort}-cap-ignored`)

    test(
      {
        title: `serves a ${sort} after the client of another one has disconnected`,
        id: `serves a ${sort} after another whose client went away`,
      },
      async () => {
        const running = await fixture()
        const as = ordinaryUser(running.server, 'alice')
        const name = sort === 'read' ? 'held-1' : `held-write-${++written}`
        // Its client gives up, and the store never responds to it.
        const hold = await inFlight(running, { name, sort, as, withinMs: servedWithinMs })
        await until(() => hold.end !== undefined, {
          withinMs: answeredWithinMs,
          what: 'the client of the request in flight went away',
        })
        const after = await servedLater(running, sort)
        void hold.release()

        expect(isServed(after), 'whether the next one is served').toBe(true)
      },
    ).sees(`${sort}-cap-kept-after-abort`)

    test(
      {
        title: `serves a ${sort} during a ${other} in flight`,
        id: `serves a ${sort} beside a ${other} in flight`,
      },
      async () => {
        const { during } = await duringHeld(await fixture(), other, (running) => servedLater(running, sort))

        expect(during).toMatchObject({ kind: 'answered', status: sort === 'read' ? 200 : 201 })
      },
    ).sees(`${sort}-cap-counts-${other}s`)

    test(
      {
        title: `serves a ${sort} during a ${sort} in flight when the limit is 0`,
        id: `serves a ${sort} beside a ${sort} in flight when the cap is 0`,
      },
      async () => {
        const { during } = await duringHeld(await unlimited(), sort, (running) => servedLater(running, sort))

        expect(during).toMatchObject({ kind: 'answered', status: sort === 'read' ? 200 : 201 })
      },
    ).sees(`${sort}-cap-zero-is-one`)

    if (sort === 'write') describeChanges()
  })
}
