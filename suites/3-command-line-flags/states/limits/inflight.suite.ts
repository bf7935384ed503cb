import { type CheckContext, expect, rulesOf, says, test, until } from '#kit'
import type { ProbeOutcome } from '#kit/clients.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { isServed } from '../samples.ts'
import { sendChange } from './changes.ts'
import { putInFlight, seatWithinMs } from './in-flight.ts'
import { sharedFixture } from './shared-fixture.ts'
import {
  configMap,
  configMaps,
  createObjects,
  ordinaryUser,
  createProber,
  type StateFixture,
} from '../fixture.ts'

const { must } = rulesOf({ capability: 'objects', waits: true })

type RequestKind = 'read' | 'write'

const heldNames = ['held-1']
const commonFlags = { '--enable-priority-and-fairness': false, '--request-timeout': '20s' } as const
const readsFlag = '--max-requests-inflight'
const writes = '--max-mutating-requests-inflight'
const cappedReads = sharedFixture(() => ({ ...commonFlags, [readsFlag]: 1, [writes]: 0 }), heldNames)
const cappedWrites = sharedFixture(() => ({ ...commonFlags, [readsFlag]: 0, [writes]: 1 }), heldNames)

// Time within which a request above a cap is not served, whether it is rejected or waits.
const servedWithinMs = 1_500
// Long enough for a request below the cap on a busy machine.
const answeredWithinMs = 10_000

let writtenCount = 0

/** Sends one more request of an ordinary user. */
async function sendRequest(
  fixture: StateFixture,
  sort: RequestKind,
  withinMs: number,
): Promise<ProbeOutcome> {
  const client = createProber(fixture.server, 'fresh', ordinaryUser(fixture.server, 'alice'))
  if (sort === 'read') return client.send({ path: `${configMaps}/sampled`, withinMs })
  const configMapBody = JSON.stringify(configMap(`written-${++writtenCount}`))
  return client.send({ method: 'POST', path: configMaps, body: configMapBody, withinMs })
}

/** Returns the final outcome of a request that is repeated while it is rejected. */
async function outcomeOnceServed(fixture: StateFixture, sort: RequestKind): Promise<ProbeOutcome> {
  let requestOutcome = await sendRequest(fixture, sort, answeredWithinMs)
  const isEventuallyServed = async (): Promise<boolean> => {
    if (!isServed(requestOutcome)) requestOutcome = await sendRequest(fixture, sort, answeredWithinMs)
    return isServed(requestOutcome)
  }
  await until(isEventuallyServed, { withinMs: seatWithinMs, what: '' }).catch(() => {})
  return requestOutcome
}

/** Returns the outcomes of a request while another request is in flight, and after it has ended. */
async function runWhileHeld(
  fixture: StateFixture,
  heldKind: RequestKind,
  during: (world: StateFixture) => Promise<ProbeOutcome>,
): Promise<{ during: ProbeOutcome; after: ProbeOutcome; held: ProbeOutcome }> {
  const userOptions = ordinaryUser(fixture.server, 'alice')
  const name = heldKind === 'read' ? 'held-1' : `held-write-${++writtenCount}`
  const heldRequest = await putInFlight(fixture, { name, sort: heldKind, clientPair: userOptions })
  const outcomeDuring = await during(fixture)
  const heldEnd = await heldRequest.release()
  return { during: outcomeDuring, after: await outcomeOnceServed(fixture, heldKind), held: heldEnd }
}

/** Declares a check for each method that changes an object, because each of them is a write. */
function describeChanges(): void {
  const methods = { PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' } as const
  test
    .for(methods)(
      { title: 'does not serve a %s above the limit', id: 'keeps a %s over the cap from being served' },
      async (method) => {
        const cappedFixture = await cappedWrites()
        const names = [`changed-by-${method.toLowerCase()}`]
        await createObjects(cappedFixture.server, names)
        const isServedBefore = await sendChange(cappedFixture, method, servedWithinMs)
        await createObjects(cappedFixture.server, names)
        const userOptions = ordinaryUser(cappedFixture.server, 'alice')
        const heldRequest = await putInFlight(cappedFixture, {
          name: `held-write-${++writtenCount}`,
          sort: 'write',
          clientPair: userOptions,
        })
        const isServedDuring = await sendChange(cappedFixture, method, servedWithinMs)
        const isHeldServed = isServed(await heldRequest.release())

        expect({ before: isServedBefore, during: isServedDuring, held: isHeldServed }, 'served').toEqual({
          before: true,
          during: false,
          held: true,
        })
      },
    )
    .sees('write-cap-of-creations-only')
}

for (const requestKind of ['read', 'write'] as const) {
  const flag = requestKind === 'read' ? readsFlag : writes
  const otherKind = requestKind === 'read' ? 'write' : 'read'
  const cappedFixture = requestKind === 'read' ? cappedReads : cappedWrites
  const unlimitedFixture = requestKind === 'read' ? cappedWrites : cappedReads
  const requestsText =
    requestKind === 'read' ? 'requests that change nothing' : 'requests that change something'
  must(`flag.${flag.slice(2)}.caps`, flagRow(flag, 'meaning'), () => {
    says(`Without priority and fairness, ${flag} caps ${requestsText}; 0 is no limit.`)
    test(
      {
        title: `does not serve a ${requestKind} above the limit`,
        id: `keeps a ${requestKind} over the cap from being served`,
      },
      async (check: CheckContext) => {
        const outcomes = await runWhileHeld(await cappedFixture(), requestKind, (running) =>
          sendRequest(running, requestKind, servedWithinMs),
        )
        check.observe('what is over the cap', outcomes.during)

        expect(
          {
            during: isServed(outcomes.during),
            after: isServed(outcomes.after),
            held: isServed(outcomes.held),
          },
          'served',
        ).toEqual({ during: false, after: true, held: true })
      },
    ).sees(`${requestKind}-cap-ignored`)

    test(
      {
        title: `serves a ${requestKind} after the client of an earlier request has disconnected`,
        id: `serves a ${requestKind} after another whose client went away`,
      },
      async () => {
        const startedFixture = await cappedFixture()
        const userOptions = ordinaryUser(startedFixture.server, 'alice')
        const name = requestKind === 'read' ? 'held-1' : `held-write-${++writtenCount}`
        // The client gives up, and the store never responds.
        const heldRequest = await putInFlight(startedFixture, {
          name,
          sort: requestKind,
          clientPair: userOptions,
          withinMs: servedWithinMs,
        })
        await until(() => heldRequest.end !== undefined, {
          withinMs: answeredWithinMs,
          what: 'the client of the request in flight went away',
        })
        const outcomeAfter = await outcomeOnceServed(startedFixture, requestKind)
        void heldRequest.release()

        expect(isServed(outcomeAfter), 'whether the next one is served').toBe(true)
      },
    ).sees(`${requestKind}-cap-kept-after-abort`)

    test(
      {
        title: `serves a ${requestKind} during a ${otherKind} in flight`,
        id: `serves a ${requestKind} beside a ${otherKind} in flight`,
      },
      async () => {
        const { during } = await runWhileHeld(await cappedFixture(), otherKind, (running) =>
          outcomeOnceServed(running, requestKind),
        )

        expect(during).toMatchObject({ kind: 'answered', status: requestKind === 'read' ? 200 : 201 })
      },
    ).sees(`${requestKind}-cap-counts-${otherKind}s`)

    test(
      {
        title: `serves a ${requestKind} during a ${requestKind} in flight when the limit is 0`,
        id: `serves a ${requestKind} beside a ${requestKind} in flight when the cap is 0`,
      },
      async () => {
        const { during } = await runWhileHeld(await unlimitedFixture(), requestKind, (running) =>
          outcomeOnceServed(running, requestKind),
        )

        expect(during).toMatchObject({ kind: 'answered', status: requestKind === 'read' ? 200 : 201 })
      },
    ).sees(`${requestKind}-cap-zero-is-one`)

    if (requestKind === 'write') describeChanges()
  })
}
