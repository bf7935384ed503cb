import { becomesTrue, expect, becomesTrueSoon, inconclusiveError, nowMs, rulesOf, says, test } from '#kit'
import { stall, where } from '#mocks/etcd/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { createObject } from '../../../shared/objects.ts'
import type { ServerWithStore } from './separate-store.ts'
import { cachedServer, uncachedServer } from './cache-servers.ts'

const { must } = rulesOf({ capability: 'objects' })

const collection = '/api/v1/namespaces/default/limitranges'
const objects = 8
const heldWithinMs = 5_000
/** Long enough for a server to send further deletions. */
const extraRequestsWithinMs = 500
// Shorter than the time that any server waits for its store.
const maxHeldMs = 8_000

/**
 * Returns the number of concurrent deletions of a collection at the store. The store holds the deletions, so that none
 * of them ends.
 */
async function concurrentDeletions(
  fixture: () => Promise<ServerWithStore>,
  expected: number,
): Promise<number> {
  const { server, etcd } = await fixture()
  for (let number = 1; number <= objects; number++) {
    // Objects are created sequentially, because the time does not matter.
    await createObject(server, collection, { metadata: { name: `of-many-${number}` }, spec: { limits: [] } })
  }
  const stalledDeletions = stall()
  etcd.answer({
    txn: where(
      ({ key, what }) => key.includes('/limitranges/') && what.includes('then delete'),
      stalledDeletions.answer,
    ),
  })
  const withinMs = 3 * heldWithinMs + 10_000
  const fromMs = nowMs()
  const deletion = server.request({ method: 'DELETE', path: collection, withinMs })
  try {
    await becomesTrue(() => stalledDeletions.held >= expected, heldWithinMs)
    // A slow program needs as long for further deletions as for the present deletions.
    await becomesTrueSoon(
      () => stalledDeletions.held > expected,
      Math.max(extraRequestsWithinMs, 2 * (nowMs() - fromMs)),
    )
    return stalledDeletions.held
  } finally {
    const heldMs = nowMs() - fromMs
    stalledDeletions.release()
    etcd.reset()
    expectDeleted((await deletion).status, heldMs)
  }
}

function expectDeleted(status: number, heldMs: number): void {
  if (status !== 200 && heldMs > maxHeldMs) {
    throw inconclusiveError(
      `The store held deletions for ${Math.round(heldMs)} ms, and the server gave up on them.`,
    )
  }
  expect(status, 'the status of the deletion').toBe(200)
}

const cachedFixture = cachedServer
const fourWorkerFixture = uncachedServer

must('flag.delete-collection-workers.at-once', flagRow('--delete-collection-workers', 'meaning'), () => {
  says('As many objects of a collection are deleted at a time as there are workers, one by default.')
  test('deletes one object at a time by default', async () => {
    expect(await concurrentDeletions(cachedFixture, 1)).toBe(1)
  }).sees('delete-collection-all-at-once')

  test('deletes as many objects at a time as there are workers', async () => {
    expect(await concurrentDeletions(fourWorkerFixture, 4)).toBe(4)
  }).sees('delete-collection-workers-ignored')
})
