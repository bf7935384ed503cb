import { accepts, expect, refuses, rulesOf, says, seeing, test, formerly } from '#kit'
import { mergeTrees, treeAt } from '#kit/launch.ts'
import {
  expectManagerAccepted,
  expectManagerRefusal,
  type ManagerSpec,
  startManager,
} from '../../shared/controller-manager.ts'
import { normalForm } from '../../shared/manager/normal-form.ts'

const { must } = rulesOf({ document: 2, section: 'Per-controller blocks' })

/** Returns the complete file with the given value of one field. */
const fileWithValue = (pointer: string, value: unknown): ManagerSpec => ({
  wholeFile: (configuration) => mergeTrees(configuration, treeAt(pointer, value)),
})

const syncsField = '/JobController/ConcurrentJobSyncs'
const period = '/NamespaceController/NamespaceSyncPeriod'
const name = '/OrchCloudShared/ClusterName'
const collectorField = '/GarbageCollectorController/EnableGarbageCollector'
const tolerance = '/HPAController/HorizontalPodAutoscalerTolerance'
const listPointer = '/Generic/Controllers'

const wrongNumberFaults = ['string-for-number-accepted', 'wrong-type-ignored']
const wrongDurationFaults = ['broken-duration-accepted', 'wrong-type-ignored']

must('manager.file.types', { row: 'column Type', overlaps: true }, () => {
  says('A field holds a value of the type that its table names.')
  accepts(
    { title: 'a field of each type with a value of this type', id: 'a value of each type' },
    async () => {
      await expectManagerAccepted(fileWithValue(syncsField, 2_147_483_647))
    },
  ).sees('largest-int32-refused')

  refuses.for({
    'a string for a whole number': formerly(
      'a text for a whole number',
      seeing(wrongNumberFaults, [syncsField, '5']),
    ),
    'a fraction for a whole number': seeing(['wrong-type-ignored'], [syncsField, 1.5]),
    'a whole number of more than 32 bits': seeing(['wrong-type-ignored'], [syncsField, 2_147_483_648]),
    'a string for a fraction': formerly(
      'a text for a fraction',
      seeing(wrongNumberFaults, [tolerance, '0.1']),
    ),
    'a number for a string': formerly(
      'a number for a text',
      seeing(['number-for-string-accepted'], [name, 5]),
    ),
    'a string for true or false': formerly(
      'a text for true or false',
      seeing(['string-for-bool-accepted'], [collectorField, 'true']),
    ),
    'a number for true or false': seeing(['wrong-type-ignored'], [collectorField, 1]),
    'a number for a duration': seeing(['wrong-type-ignored'], [period, 90]),
    'a duration without a unit': seeing(wrongDurationFaults, [period, '90']),
    'a duration with an unknown unit': seeing(wrongDurationFaults, [period, '90x']),
    'one string for a list': formerly(
      'one text for a list',
      seeing(['scalar-for-list-accepted'], [listPointer, '*']),
    ),
    'a string for a block': formerly(
      'a text for a block',
      seeing(['wrong-type-ignored'], ['/JobController', 'none']),
    ),
  })('%s', async ([pointer, value]) => {
    const field = String(pointer).split('/').at(-1) ?? ''
    await expectManagerRefusal(fileWithValue(String(pointer), value), field)
  })
})

const spellings = {
  [period]: '90s',
  '/ResourceQuotaController/ResourceQuotaSyncPeriod': '1m30s',
  '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod': '1.5m',
  '/HPAController/HorizontalPodAutoscalerSyncPeriod': '90000ms',
}

must('manager.file.durations', { section: 'What the service does', row: 'durations' }, () => {
  says('Durations are texts of numbers with units, which add up.')
  test(
    {
      title: 'reads four spellings of 90 seconds as the same duration',
      id: 'takes four spellings of a minute and a half for the same',
    },
    async () => {
      const durationTree = Object.entries(spellings).reduce(
        (tree, [pointer, text]) => mergeTrees(tree, treeAt(pointer, text)),
        {},
      )
      const reportedValue = await (await startManager({ configuration: durationTree })).configuration()

      const durations = Object.keys(spellings).map((pointer) =>
        normalForm('duration', reportedValue(pointer).value),
      )
      expect([...new Set(durations)]).toEqual([90e9])
    },
  ).sees('field-ignored-namespace-controller-namespace-sync-period')
})
