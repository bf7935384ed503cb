import { describe, expect, test } from 'vitest'
import type { HandOver, ReadBack } from '../dialect/dialect.ts'
import { kubernetes } from '../dialect/kubernetes/index.ts'
import { orch } from '../dialect/orch.ts'
import { configurationFlags, leavesOf, mergeTrees, reportedAt, treeAt } from './configuration.ts'
import { file } from './flags.ts'

const handOver: HandOver = {
  as: 'flags',
  flagsOf: (pointer, value, at) =>
    pointer === '/a/b'
      ? { '--b': `${String(value)} of ${String(at('/c'))}` }
      : pointer === '/c'
        ? {}
        : undefined,
}

describe('a configuration', () => {
  test('leavesOf returns the values, lists and files of a configuration', () => {
    const client = file('client.yaml', 'x')

    expect([...leavesOf({ a: { b: 1, list: [{ c: 2 }] }, client, none: null })]).toEqual([
      ['/a/b', 1],
      ['/a/list', [{ c: 2 }]],
      ['/client', client],
      ['/none', null],
    ])
  })

  test('two configurations are merged member by member, and lists are replaced as a whole', () => {
    expect(mergeTrees({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { c: [3] } })).toEqual({
      a: { b: 1, c: [3] },
      d: 1,
    })
  })

  test('a configuration is built from a pointer and its value', () => {
    expect(treeAt('/a/b', [1])).toEqual({ a: { b: [1] } })
  })
})

describe('passing a configuration', () => {
  test('configurationFlags passes a configuration as one file', () => {
    const { flags, unsupported } = configurationFlags({ a: 1 }, { as: 'file', flag: '--config' })

    expect(flags).toEqual({ '--config': { file: 'configuration.yaml', content: { a: 1 } } })
    expect(unsupported).toEqual([])
  })

  test('configurationFlags passes each leaf as a flag, and lists the leaves without a flag', () => {
    expect(configurationFlags({ kind: 'K', a: { b: 1, x: 2 }, c: 3 }, handOver)).toEqual({
      flags: { '--b': '1 of 3' },
      unsupported: ['/a/x'],
    })
  })
})

describe('a configuration that is read back', () => {
  const readBack: ReadBack = {
    path: '/configz',
    pointerOf: (pointer) => (pointer === '/gone' ? undefined : `/root${pointer}`),
  }

  test('a leaf is found at the pointer of the dialect', () => {
    expect(reportedAt({ root: { a: [{ b: 2 }] } }, readBack, '/a/0/b')).toEqual({
      pointer: '/root/a/0/b',
      value: 2,
    })
  })

  test('a missing leaf is distinguished from a hidden leaf', () => {
    expect(reportedAt({ root: {} }, readBack, '/a/b')).toEqual({ pointer: '/root/a/b', value: undefined })
    expect(reportedAt({ root: {} }, readBack, '/gone')).toEqual({})
  })
})

describe('the controller manager of Kubernetes', () => {
  const { configuration, readBack } = kubernetes.programs['controller-manager']

  test('the controller manager receives both service ranges in one flag, lists in one value, and a migration in a file', () => {
    const LeaderMigration = { leaderName: 'm', resourceLock: 'leases', controllerLeaders: [] }
    const tree = {
      Generic: { Controllers: ['a', '-b'], LeaderMigrationEnabled: true, LeaderMigration },
      NodeIPAMController: { ServiceCIDR: '10.0.0.0/24', SecondaryServiceCIDR: 'fd00::/108' },
      DeprecatedController: {},
    }

    expect(configurationFlags(tree, configuration as HandOver)).toMatchObject({
      flags: {
        '--controllers': 'a,-b',
        '--service-cluster-ip-range': '10.0.0.0/24,fd00::/108',
        '--leader-migration-config': {
          content: { kind: 'LeaderMigrationConfiguration', ...LeaderMigration },
        },
      },
      unsupported: [],
    })
  })

  test('the controller manager shows leaves in Go spelling, and hides three leaves', () => {
    const valueAt = (pointer: string) => readBack?.pointerOf(pointer)

    expect(valueAt('/OrchCloudShared/ClusterName')).toBe(
      '/kubecontrollermanager.config.k8s.io/KubeCloudShared/ClusterName',
    )
    expect(valueAt('/Generic/ClientConnection/qps')).toMatch(/\/Generic\/ClientConnection\/QPS$/)
    expect(valueAt('/Generic/Port')).toBeUndefined()
  })
})

test('the dialect of the reference passes and reads values in the spelling of the documents', () => {
  const { configuration, readBack } = orch.programs['controller-manager']

  expect(configuration).toEqual({ as: 'file', flag: '--config' })
  expect(readBack?.pointerOf('/Generic/Port')).toBe('/Generic/Port')
})
