import { describe, expect, test } from 'vitest'
import { LeaseDouble } from '../testing/lease-double.ts'
import { freePort, RunningProgram } from '../testing/running-program.ts'
import { waitUntil } from '../testing/until.ts'

interface Settings {
  readonly apiVersion?: string
  readonly generic?: object
  readonly more?: object
  readonly faults?: readonly string[]
}

/** Starts the program on the double with a short election, and returns the URL that it serves. */
async function start(manager: RunningProgram, api: LeaseDouble, settings: Settings = {}): Promise<string> {
  const { apiVersion, generic = {}, more = {}, faults = [] } = settings
  const port = await freePort()
  const config = {
    apiVersion: apiVersion ?? 'orchcontrollermanager.config.orch.io/v1alpha1',
    kind: 'OrchControllerManagerConfiguration',
    Generic: {
      Address: '127.0.0.1',
      Port: port,
      ClientConnection: { orchconfig: manager.file('api.json', api.clientConfig()), qps: 100 },
      LeaderElection: { leaseDuration: '9s', renewDeadline: '8s', retryPeriod: '100ms' },
      ...generic,
    },
    ...more,
  }
  const file = manager.file('config.yaml', JSON.stringify(config))
  manager.start([`--config=${file}`, ...faults.map((fault) => `--fault=${fault}`)])
  return `http://127.0.0.1:${port}`
}

const leasesPath = '/apis/coordination.orch.io/v1/namespaces/orch-system/leases'

describe('the bundled program', () => {
  test('a manager acquires the lease before it works, and serves its configuration', async () => {
    await using api = await LeaseDouble.start()
    await using manager = new RunningProgram('orch-controller-manager')
    const extraConfig = { DeploymentController: { ConcurrentDeploymentSyncs: 9 } }
    const url = await start(manager, api, {
      generic: { Debugging: { enableProfiling: false } },
      more: extraConfig,
    })
    await waitUntil(() => api.requests.filter((line) => line.startsWith('PUT')).length > 1)
    const configz: unknown = await (await fetch(`${url}/configz`)).json()
    const statuses = await Promise.all(
      ['/healthz', '/debug/pprof/', '/debug/pprof/block'].map(
        async (path) => (await fetch(url + path)).status,
      ),
    )

    expect(api.requests.slice(0, 3)).toEqual([
      'GET /healthz',
      `GET ${leasesPath}/orch-controller-manager`,
      `POST ${leasesPath}`,
    ])
    expect(manager.stderr).toMatch(/leading\n.*the control loops run/)
    expect(configz).toMatchObject({
      kind: 'OrchControllerManagerConfiguration',
      Generic: { Address: '127.0.0.1', MinResyncPeriod: '12h0m0s', Controllers: ['*'] },
      DeploymentController: { ConcurrentDeploymentSyncs: 9 },
    })
    expect(statuses).toEqual([200, 404, 404])
    expect(await manager.end('SIGTERM')).toBe(0)
  })

  test('a manager waits for the lease of another holder, and exits if it cannot renew the lease', async () => {
    await using api = await LeaseDouble.start()
    await using manager = new RunningProgram('orch-controller-manager')
    const spec = { holderIdentity: 'other', renewTime: '2001-01-01T00:00:00.000000Z', leaseTransitions: 3 }
    api.store({ metadata: {}, spec })
    const LeaderElection = { leaseDuration: '1s', renewDeadline: '600ms', retryPeriod: '100ms' }
    const ClientConnection = { orchconfig: manager.file('api.json', api.clientConfig()), qps: 100 }
    await start(manager, api, { generic: { LeaderElection, ClientConnection } })
    await waitUntil(() => api.requests.length > 1)
    const observedAtMs = performance.now()
    await waitUntil(() => api.lease?.spec['holderIdentity'] !== 'other')
    const takeoverMs = performance.now() - observedAtMs
    const leaseSpec = api.lease?.spec
    api.failsLeaseRequests = true
    const code = await manager.exited()

    expect(takeoverMs).toBeGreaterThan(900)
    expect(leaseSpec).toMatchObject({ leaseDurationSeconds: 1, leaseTransitions: 4 })
    expect(code).toBe(1)
    expect(manager.stderr).toContain('leadership was lost')
  })

  test('a manager without leader election requires no lease', async () => {
    await using api = await LeaseDouble.start()
    await using manager = new RunningProgram('orch-controller-manager')
    const LeaderElection = { leaderElect: false, leaseDuration: '1s', renewDeadline: '2s' }
    const ClientConnection = { orchconfig: manager.file('api.json', api.clientConfig()) }
    await start(manager, api, { generic: { LeaderElection, ClientConnection } })
    await waitUntil(() => manager.stderr.includes('the control loops run'))

    expect(api.requests[0]).toBe('GET /healthz')
    expect(api.requests.filter((line) => line.includes('leases'))).toEqual([])
  })

  test('the fault of a field makes a manager ignore the field', async () => {
    await using api = await LeaseDouble.start()
    await using manager = new RunningProgram('orch-controller-manager')
    const faults = ['field-ignored-generic-leader-election-resource-name']
    const LeaderElection = { resourceName: 'mine', resourceNamespace: 'here' }
    await start(manager, api, { generic: { LeaderElection }, faults })
    await waitUntil(() => api.lease)

    expect(api.lease?.metadata).toMatchObject({ name: 'orch-controller-manager', namespace: 'here' })
  })

  const refusedConfigs: Readonly<Record<string, readonly [settings: Settings, says: string]>> = {
    'an unknown block': [{ more: { Generik: {} } }, 'Generik: unknown field'],
    'an unknown field': [
      { more: { JobController: { concurrentJobSyncs: 1 } } },
      'JobController.concurrentJobSyncs',
    ],
    'a string in place of a number': [
      { more: { JobController: { ConcurrentJobSyncs: '1' } } },
      '32-bit whole number',
    ],
    'a later version': [{ apiVersion: 'orchcontrollermanager.config.orch.io/v1' }, 'apiVersion: must be'],
    'a renew deadline above the lease': [
      { generic: { LeaderElection: { leaseDuration: '1s', renewDeadline: '1001ms' } } },
      'renewDeadline: must not be longer',
    ],
    'two service ranges of one family': [
      { more: { NodeIPAMController: { ServiceCIDR: '10.0.0.0/24', SecondaryServiceCIDR: '10.1.0.0/24' } } },
      'another IP family',
    ],
  }

  test.each(Object.entries(refusedConfigs))(
    'a manager refuses a file with %s',
    async (_, [settings, message]) => {
      await using api = await LeaseDouble.start()
      await using manager = new RunningProgram('orch-controller-manager')
      await start(manager, api, settings)

      expect(await manager.exited()).toBe(1)
      expect(manager.stderr).toContain(message)
      expect(api.requests).toEqual([])
    },
  )
})
