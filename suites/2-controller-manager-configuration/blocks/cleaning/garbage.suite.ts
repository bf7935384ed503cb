import { becomesTrue, expect, nowMs, test, untilMoment } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import {
  enabledCollector,
  enabledField,
  disabledCollector,
  ignoredField,
  collectorIgnoringJobs,
  objectExists,
  putOrphans,
} from './collectors.ts'
import { reconciledWithinMs } from '../requests.ts'

/** Longer than the first pass of a collector. */
const idleMs = 4_000

declareFieldRule(
  {
    field: enabledField,
    aspect: 'collects',
    says: 'The garbage collector works only where EnableGarbageCollector is true.',
    waits: true,
  },
  () => {
    test('deletes objects whose owner is gone', async () => {
      requireFields(enabledField)
      const { api } = await enabledCollector()

      expect(
        await becomesTrue(
          () => !objectExists(api, 'configmaps') && !objectExists(api, 'jobs'),
          reconciledWithinMs,
        ),
      ).toBe(true)
    }).sees('orphans-not-collected')

    test(
      {
        title: 'keeps objects whose owner is gone when EnableGarbageCollector is false',
        id: 'leaves them alone at false',
      },
      async () => {
        requireFields(enabledField)
        const { api } = await disabledCollector()
        await untilMoment(nowMs() + idleMs, 'a collector would have begun')

        expect([objectExists(api, 'configmaps'), objectExists(api, 'jobs')]).toEqual([true, true])
      },
    ).sees(ignoringFault(enabledField))
  },
)

declareFieldRule(
  {
    field: enabledField,
    aspect: 'disabled-later',
    says: 'Where EnableGarbageCollector is false, objects that lose their owner later stay as well.',
    waits: true,
  },
  () => {
    test(
      {
        title: 'keeps objects that are created or lose their owner after the start',
        id: 'kept-later',
      },
      async () => {
        requireFields(enabledField)
        const { api } = await disabledCollector()
        putOrphans(api, 'later')
        const owner = putObject(api, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'owner', namespace: 'default' },
        })
        putOrphans(api, 'bereaved', owner.metadata.uid)
        api.hand.remove({ resource: 'configmaps', name: 'owner' })
        await untilMoment(nowMs() + idleMs, 'a collector would have deleted them')

        for (const name of ['later', 'bereaved'])
          expect([objectExists(api, 'configmaps', name), objectExists(api, 'jobs', name)], name).toEqual([
            true,
            true,
          ])
      },
    ).sees('orphans-of-later-always-collected')
  },
)

declareFieldRule(
  {
    field: ignoredField,
    aspect: 'ignores',
    says: 'Objects of the resources that GCIgnoredResources names, by group and resource, are never collected.',
    waits: true,
  },
  () => {
    test(
      {
        title: 'deletes objects whose owner is gone, but keeps objects of an ignored resource',
        id: 'deletes orphans, but not those of an ignored resource',
      },
      async () => {
        requireFields(ignoredField)
        const { api } = await collectorIgnoringJobs()
        const isCollected = await becomesTrue(() => !objectExists(api, 'configmaps'), reconciledWithinMs)
        await untilMoment(nowMs() + idleMs / 2, 'the others would have gone too')

        expect(isCollected, 'what is not ignored goes').toBe(true)
        expect(objectExists(api, 'jobs'), 'what is ignored stays').toBe(true)
      },
    ).sees(
      'field-ignored-garbage-collector-controller-gc-ignored-resources',
      'ignored-resources-by-name-alone',
      'ignored-resources-of-first-entry-alone',
    )
  },
)

declareFieldRule(
  {
    field: ignoredField,
    aspect: 'ignores-later',
    says: 'Objects of ignored resources that are created after the start are not collected, either.',
    waits: true,
  },
  () => {
    test(
      {
        title: 'keeps later objects of an ignored resource, and deletes later objects of another resource',
        id: 'later',
      },
      async () => {
        requireFields(ignoredField)
        const { api } = await collectorIgnoringJobs()
        expect(
          await becomesTrue(() => !objectExists(api, 'configmaps'), reconciledWithinMs),
          'an early object goes',
        ).toBe(true)
        putOrphans(api, 'later')
        const isCollected = await becomesTrue(
          () => !objectExists(api, 'configmaps', 'later'),
          reconciledWithinMs,
        )
        await untilMoment(nowMs() + idleMs / 2, 'the others would have gone too')

        expect(isCollected, 'what is not ignored goes').toBe(true)
        expect(objectExists(api, 'jobs', 'later'), 'what is ignored stays').toBe(true)
      },
    ).sees('ignored-resources-of-before-alone')
  },
)
