import { expect } from '#harness/check/expect.ts'
import { test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/time.ts'
import { comesTrue, untilMoment } from '#harness/machine/until.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { put, sharedWorld } from '../world.ts'
import { orphanRules } from './orphans.ts'

const enabled = '/GarbageCollectorController/EnableGarbageCollector'
const ignored = '/GarbageCollectorController/GCIgnoredResources'
const withinMs = 15_000
/** Deletion time of objects that are not ignored, and longer than the first pass of a collector. */
const idleMs = 4_000

const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'nobody-has-it' }]
const metadata = { name: 'orphan', namespace: 'default', ownerReferences }

function putOrphans(api: ApiServer): void {
  put(api, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
  put(api, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      suspend: true,
      template: {
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'judged.example/main' }] },
      },
    },
  })
}

const world = (fields: Readonly<Record<string, unknown>>, watched: readonly string[] = ['configmaps']) =>
  sharedWorld(() => ({ blocks: ['GarbageCollectorController'], fields, watched, before: putOrphans }))
const isThere = (api: ApiServer, resource: string) => api.hand.get({ resource, name: 'orphan' }) !== undefined

/** Declares the rules for the objects that the garbage collector deletes, and for those that it keeps. */
export function garbageRules(): void {
  const collecting = world({ [enabled]: true })
  const idle = world({ [enabled]: false }, [])
  // Of two resources of one group the cluster has one. It has the other in another group.
  const named = ['jobs', 'configmaps'].map((Resource) => ({ Group: 'batch', Resource }))
  const ignoringJobs = world({ [enabled]: true, [ignored]: named })

  fieldRule(
    {
      field: enabled,
      aspect: 'collects',
      says: 'The garbage collector works only where EnableGarbageCollector is true.',
      waits: true,
    },
    () => {
      test('deletes objects whose owner is gone', async () => {
        demandFields(enabled)
        const { api } = await collecting()

        expect(await comesTrue(() => !isThere(api, 'configmaps') && !isThere(api, 'jobs'), withinMs)).toBe(
          true,
        )
      }).sees('orphans-not-collected')

      test('leaves them alone at false', async () => {
        demandFields(enabled)
        const { api } = await idle()
        await untilMoment(nowMs() + idleMs, 'a collector would have begun')

        expect([isThere(api, 'configmaps'), isThere(api, 'jobs')]).toEqual([true, true])
      }).sees(ignoring(enabled))
    },
  )

  orphanRules(enabled, collecting)

  fieldRule(
    {
      field: ignored,
      aspect: 'ignores',
      says: 'Objects of the resources that GCIgnoredResources names, by group and resource, are never collected.',
      waits: true,
    },
    () => {
      test('deletes orphans, but not those of an ignored resource', async () => {
        demandFields(ignored)
        const { api } = await ignoringJobs()
        const collected = await comesTrue(() => !isThere(api, 'configmaps'), withinMs)
        await untilMoment(nowMs() + idleMs / 2, 'the others would have gone too')

        expect(collected, 'what is not ignored goes').toBe(true)
        expect(isThere(api, 'jobs'), 'what is ignored stays').toBe(true)
      }).sees(
        'field-ignored-garbage-collector-controller-gc-ignored-resources',
        'ignored-resources-by-name-alone',
      )
    },
  )
}
