import { becomesTrue, expect, expectSpan, becomesTrueSoon, nowMs, test, untilMoment } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { sharedFixture, type ManagerFixture } from '../fixture.ts'
import { putAttached } from './attached-volume.ts'

const period = '/AttachDetachController/ReconcilerSyncLoopPeriod'
const disabledField = '/AttachDetachController/DisableAttachDetachReconcilerSync'
// Additional time that a loop may take between its runs.
const slackMs = 3_000
// Tolerance for early attachments: the duration of the loop's work may decrease from one run to the next.
const earlySlackMs = 300

const putFirst = (api: ApiServer): void => putAttached(api)
const attachFixture = (fields: Readonly<Record<string, unknown>>, prepareApi = putFirst) =>
  sharedFixture(() => ({
    blocks: ['AttachDetachController'],
    fields,
    watchedResources: ['pods', 'volumeattachments', 'persistentvolumes', 'persistentvolumeclaims'],
    prepareApi,
  }))
/** Returns the times at which the volume was attached since a moment. */
const createTimes = (api: ApiServer, fromMs: number) =>
  requestsSince(api, fromMs, { verb: 'create', resource: 'volumeattachments' }).map(({ atMs }) => atMs)

/**
 * Waits until the volume is attached after a moment, then detaches it on behalf of another client. Returns the time of
 * the detachment.
 */
async function removeAttachment({ api }: ManagerFixture, sinceMs = 0): Promise<number> {
  const isAttached = await becomesTrue(() => createTimes(api, sinceMs).length > 0, reconciledWithinMs)
  expect(isAttached, 'the volume is attached').toBe(true)
  const [attachment] = api.hand.list('volumeattachments')
  const name = attachment?.metadata.name ?? ''
  api.hand.patch({ resource: 'volumeattachments', name }, { status: { attached: true } })
  await untilMoment(nowMs() + 1_000, 'it is known that the volume is attached')
  const atMs = nowMs()
  api.hand.remove({ resource: 'volumeattachments', name })
  return atMs
}

const fixtures = {
  '2 s': [2_000, attachFixture({ [period]: '2s' })],
  '4 s': [4_000, attachFixture({ [period]: '4s' })],
} as const
const volumeSuffixes = ['', '-second', '-third'] as const
const fixtureOfSeveral = attachFixture({ [period]: '1s' }, (api) => {
  for (const suffix of volumeSuffixes) putAttached(api, suffix)
})
const fixtureWithoutSync = attachFixture({ [period]: '1s', [disabledField]: true })

declareFieldRule(
  {
    field: period,
    aspect: 'period',
    capability: 'volume-attachments',
    says: 'What others detach is attached again by the next run of the loop, which waits for the period.',
    waits: true,
  },
  () => {
    test
      .for(fixtures)(
        {
          title: 'attaches a volume again within %s, and waits for this time before the next attachment',
          id: 'attaches a volume again within %s',
        },
        async ([periodMs, request]) => {
          requireFields(period)
          const managerFixture = await request()
          const { api, canary } = managerFixture
          const fromMs = await removeAttachment(managerFixture)

          expect(await becomesTrue(() => createTimes(api, fromMs).length > 0, periodMs + slackMs)).toBe(true)
          // The first run of the loop attached the volume. The next attachment needs another run.
          const removedAtMs = await removeAttachment(managerFixture, fromMs)
          await becomesTrue(() => createTimes(api, removedAtMs).length > 0, periodMs + slackMs)
          const [first = removedAtMs, second = removedAtMs] = [
            createTimes(api, fromMs)[0],
            createTimes(api, removedAtMs)[0],
          ]
          expect(createTimes(api, removedAtMs), 'when it was attached the second time').not.toEqual([])
          expectSpan({
            what: 'the volume is attached by the next run',
            from: canary.observed(first),
            to: canary.observed(second, first),
            atLeastMs: periodMs - earlySlackMs,
            jitterMs: canary.worst(fromMs, nowMs()),
            marginMs: periodMs / 2,
          })
        },
      )
      .sees(ignoringFault(period), 'volumes-compared-too-often')
  },
)

/** Returns the volumes that were attached since a moment. */
function attachedVolumes(api: ApiServer, fromMs: number): readonly string[] {
  const requests = requestsSince(api, fromMs, { verb: 'create', resource: 'volumeattachments' })
  return volumeSuffixes
    .map((suffix) => `volume${suffix}`)
    .filter((volume) => requests.some(({ body }) => JSON.stringify(body ?? '').includes(`"${volume}"`)))
}

declareFieldRule(
  {
    field: period,
    aspect: 'each-volume',
    capability: 'volume-attachments',
    says: 'Each volume that others detach is attached again, on each node.',
    waits: true,
  },
  () => {
    test({ title: 'attaches three volumes of three nodes again', id: 'three' }, async () => {
      requireFields(period)
      const { api } = await fixtureOfSeveral()
      const isEachAttached = (fromMs: number) => attachedVolumes(api, fromMs).length === volumeSuffixes.length
      expect(await becomesTrue(() => isEachAttached(0), reconciledWithinMs), 'each is attached').toBe(true)
      const attachments = api.hand.list('volumeattachments').map(({ metadata }) => metadata.name)
      for (const name of attachments)
        api.hand.patch({ resource: 'volumeattachments', name }, { status: { attached: true } })
      await untilMoment(nowMs() + 1_000, 'it is known that the volumes are attached')
      const fromMs = nowMs()
      for (const name of attachments) api.hand.remove({ resource: 'volumeattachments', name })
      await becomesTrue(() => isEachAttached(fromMs), reconciledWithinMs)

      expect(attachedVolumes(api, fromMs), 'what is attached again').toHaveLength(volumeSuffixes.length)
    }).sees('volumes-of-one-node-compared')
  },
)

declareFieldRule(
  {
    field: disabledField,
    aspect: 'no-loop',
    capability: 'volume-attachments',
    says: 'At true no loop looks whether what was attached still is.',
    waits: true,
  },
  () => {
    test(
      {
        title: 'does not attach a volume again when DisableAttachDetachReconcilerSync is true',
        id: 'leaves a volume detached',
      },
      async () => {
        requireFields(disabledField)
        const managerFixture = await fixtureWithoutSync()
        const fromMs = await removeAttachment(managerFixture)

        expect(await becomesTrueSoon(() => createTimes(managerFixture.api, fromMs).length > 0, slackMs)).toBe(
          false,
        )
      },
    ).sees(ignoringFault(disabledField))
  },
)
