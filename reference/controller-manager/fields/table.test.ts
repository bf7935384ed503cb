import { expect, test } from 'vitest'
import { Configuration } from '../../manager/configuration.ts'
import { fieldIgnored, perFieldFaults } from '../../manager/faults.ts'
import type { FieldType, ValueOf } from '../../manager/field.ts'
import { cloudFields } from '../../manager/fields/cloud.ts'
import { controllerManagerFields } from './table.ts'
import { withFaults } from '../../testing/with-faults.ts'

const otherValues: ValueOf = {
  string: 'other',
  bool: true,
  int32: 47,
  float: 4.7,
  duration: 4700,
  strings: ['a', '-b'],
  objects: [],
}

function otherValueOf(
  type: FieldType,
  defaultValue: unknown,
  members: readonly string[],
): ValueOf[FieldType] {
  if (type === 'objects') return [Object.fromEntries(members.map((name) => [name, 'x']))]
  return defaultValue === true ? false : otherValues[type]
}

const givenValues = new Map(
  controllerManagerFields.map((field) => [
    field.pointer,
    otherValueOf(field.type, field.default, field.members),
  ]),
)

/**
 * Returns the value at a pointer of the effective configuration. It may differ from the value that the program uses,
 * because a program uses some fields even if a fault ignores them.
 */
function shownValue(config: unknown, pointer: string): string {
  const names = pointer.split('/').slice(1)
  return JSON.stringify(names.reduce((nested, name) => (nested as Record<string, unknown>)[name], config))
}

test('the tables of both managers contain each field of document 2 once', () => {
  const pointers = [...controllerManagerFields, ...cloudFields].map(({ pointer }) => pointer)
  const documentedFields = controllerManagerFields.filter(({ documented }) => documented)

  expect(new Set(pointers).size).toBe(pointers.length)
  expect(Object.keys(perFieldFaults([...controllerManagerFields, ...cloudFields]))).toHaveLength(
    pointers.length + 4 + documentedFields.length,
  )
  expect(documentedFields).toHaveLength(7)
})

test('fault names are the pointers in kebab case', () => {
  expect(
    [
      '/Generic/ClientConnection/qps',
      '/OrchCloudShared/AllocateNodeCIDRs',
      '/NodeIPAMController/NodeCIDRMaskSizeIPv4',
      '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod',
      '/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod',
    ].map(fieldIgnored),
  ).toEqual([
    'field-ignored-generic-client-connection-qps',
    'field-ignored-orch-cloud-shared-allocate-node-cidrs',
    'field-ignored-node-ipam-controller-node-cidr-mask-size-ipv4',
    'field-ignored-persistent-volume-binder-controller-pv-claim-binder-sync-period',
    'field-ignored-hpa-controller-horizontal-pod-autoscaler-cpu-initialization-period',
  ])
})

test.each(controllerManagerFields.map(({ pointer }) => pointer))(
  '%s is read, and its fault ignores only this field',
  (pointer) => {
    const correctConfig = new Configuration(controllerManagerFields, givenValues)
    const faultyValues = withFaults([fieldIgnored(pointer)], () =>
      new Configuration(controllerManagerFields, givenValues).effective(),
    )
    const correctValues = correctConfig.effective()
    const differingPointers = controllerManagerFields
      .map((field) => field.pointer)
      .filter(
        (comparedPointer) =>
          shownValue(correctValues, comparedPointer) !== shownValue(faultyValues, comparedPointer),
      )

    expect(correctConfig.value(pointer)).toEqual(givenValues.get(pointer))
    expect(differingPointers).toEqual([pointer])
  },
)
