import { expect, test } from 'vitest'
import { Configuration } from '../../manager/configuration.ts'
import { ignored, perFieldFaults } from '../../manager/faults.ts'
import type { FieldType, ValueOf } from '../../manager/field.ts'
import { cloudFields } from '../../manager/fields/cloud.ts'
import { controllerManagerFields } from './table.ts'
import { withFaults } from '../../testing/with-faults.ts'

const others: ValueOf = {
  string: 'other',
  bool: true,
  int32: 47,
  float: 4.7,
  duration: 4700,
  strings: ['a', '-b'],
  objects: [],
}

function other(type: FieldType, otherwise: unknown, members: readonly string[]): ValueOf[FieldType] {
  if (type === 'objects') return [Object.fromEntries(members.map((name) => [name, 'x']))]
  return otherwise === true ? false : others[type]
}

const given = new Map(
  controllerManagerFields.map((field) => [field.pointer, other(field.type, field.default, field.members)]),
)

/** Returns the effective value at a pointer: a program uses some fields even if a fault ignores them. */
function shown(config: unknown, pointer: string): string {
  const names = pointer.split('/').slice(1)
  return JSON.stringify(names.reduce((at, name) => (at as Record<string, unknown>)[name], config))
}

test('both managers together have the fields of document 2, each once', () => {
  const pointers = [...controllerManagerFields, ...cloudFields].map(({ pointer }) => pointer)
  const stated = controllerManagerFields.filter(({ documented }) => documented)

  expect(new Set(pointers).size).toBe(pointers.length)
  expect(Object.keys(perFieldFaults([...controllerManagerFields, ...cloudFields]))).toHaveLength(
    pointers.length + 4 + stated.length,
  )
  expect(stated).toHaveLength(7)
})

test('fault names are the pointers in kebab case', () => {
  expect(
    [
      '/Generic/ClientConnection/qps',
      '/OrchCloudShared/AllocateNodeCIDRs',
      '/NodeIPAMController/NodeCIDRMaskSizeIPv4',
      '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod',
      '/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod',
    ].map(ignored),
  ).toEqual([
    'field-ignored-generic-client-connection-qps',
    'field-ignored-orch-cloud-shared-allocate-node-cidrs',
    'field-ignored-node-ipam-controller-node-cidr-mask-size-ipv4',
    'field-ignored-persistent-volume-binder-controller-pv-claim-binder-sync-period',
    'field-ignored-hpa-controller-horizontal-pod-autoscaler-cpu-initialization-period',
  ])
})

test.each(controllerManagerFields.map(({ pointer }) => pointer))(
  '%s is read, and its fault ignores this field only',
  (pointer) => {
    const sound = new Configuration(controllerManagerFields, given)
    const faulty = withFaults([ignored(pointer)], () =>
      new Configuration(controllerManagerFields, given).effective(),
    )
    const whole = sound.effective()
    const differing = controllerManagerFields
      .map((field) => field.pointer)
      .filter((each) => shown(whole, each) !== shown(faulty, each))

    expect(sound.value(pointer)).toEqual(given.get(pointer))
    expect(differing).toEqual([pointer])
  },
)
