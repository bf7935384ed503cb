import { expect } from '#harness/check/expect.ts'
import { test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/time.ts'
import { comesTrue, untilMoment } from '#harness/machine/until.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { askedSince } from '../requests.ts'
import { put, sharedWorld, type World } from '../world.ts'

const period = '/AttachDetachController/ReconcilerSyncLoopPeriod'
const disabled = '/AttachDetachController/DisableAttachDetachReconcilerSync'
const withinMs = 10_000
// What a loop may take beside the wait between its runs.
const slackMs = 3_000
const driver = 'judged.example.csi'

const world = (fields: Readonly<Record<string, unknown>>) =>
  sharedWorld(() => ({
    blocks: ['AttachDetachController'],
    fields,
    watched: ['pods', 'volumeattachments', 'persistentvolumes', 'persistentvolumeclaims'],
    before: putAttached,
  }))
/** A pod on a node with a volume that must be attached there. */
function putAttached(api: ApiServer): void {
  put(api, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-a', annotations: { 'volumes.orch.io/controller-managed-attach-detach': 'true' } },
  })
  put(api, {
    apiVersion: 'storage.orch.io/v1',
    kind: 'CSINode',
    metadata: { name: 'node-a' },
    spec: { drivers: [{ name: driver, nodeID: 'node-a', topologyKeys: [] }] },
  })
  put(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'volume' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver, volumeHandle: 'handle' },
      claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'claim', uid: 'uid-of-claim' },
    },
    status: { phase: 'Bound' },
  })
  const { metadata } = put(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'claim', namespace: 'default' },
    spec: {
      volumeName: 'volume',
      storageClassName: '',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
    status: { phase: 'Bound' },
  })
  api.hand.patch(
    { resource: 'persistentvolumes', name: 'volume' },
    { spec: { claimRef: { uid: metadata.uid } } },
  )
  put(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', namespace: 'default' },
    spec: {
      nodeName: 'node-a',
      containers: [{ name: 'main', image: 'judged.example/main' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'claim' } }],
    },
    status: { phase: 'Pending' },
  })
}

const created = (api: ApiServer, fromMs: number) =>
  askedSince(api, fromMs, { verb: 'create', resource: 'volumeattachments' }).length

/** Waits until the volume is attached, then takes it away from outside; gives when. */
async function takenAway({ api }: World): Promise<number> {
  const attached = await comesTrue(() => created(api, 0) > 0, withinMs)
  expect(attached, 'the volume is attached').toBe(true)
  const [attachment] = api.hand.list('volumeattachments')
  const name = attachment?.metadata.name ?? ''
  api.hand.patch({ resource: 'volumeattachments', name }, { status: { attached: true } })
  await untilMoment(nowMs() + 1_000, 'it is known that the volume is attached')
  const atMs = nowMs()
  api.hand.remove({ resource: 'volumeattachments', name })
  return atMs
}

/** How volumes are attached to nodes. */
export function attachingRules(): void {
  const worlds = {
    '2 s': [2_000, world({ [period]: '2s' })],
    '4 s': [4_000, world({ [period]: '4s' })],
  } as const
  const never = world({ [period]: '1s', [disabled]: true })

  fieldRule(
    {
      field: period,
      aspect: 'period',
      capability: 'volume-attachments',
      says: 'What others detach is attached again by the next run of the loop, which waits for the period.',
      waits: true,
    },
    () => {
      test
        .for(worlds)('attaches a volume again within %s', async ([periodMs, seen]) => {
          demandFields(period)
          const here = await seen()
          const fromMs = await takenAway(here)

          expect(await comesTrue(() => created(here.api, fromMs) > 0, periodMs + slackMs)).toBe(true)
        })
        .sees(ignoring(period))
    },
  )

  fieldRule(
    {
      field: disabled,
      aspect: 'no-loop',
      capability: 'volume-attachments',
      says: 'At true no loop looks whether what was attached still is.',
      waits: true,
    },
    () => {
      test('leaves a volume detached', async () => {
        demandFields(disabled)
        const here = await never()
        const fromMs = await takenAway(here)

        expect(await comesTrue(() => created(here.api, fromMs) > 0, slackMs)).toBe(false)
      }).sees(ignoring(disabled))
    },
  )
}
