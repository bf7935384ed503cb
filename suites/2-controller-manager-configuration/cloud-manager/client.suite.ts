import {
  monitorJitter,
  expect,
  JitterCanary,
  repeatedMeasurement,
  nowMs,
  rule,
  test,
  untilMoment,
} from '#kit'
import { type ApiServerRequest, type ApiServer, withoutStoring } from '#mocks/api-server/index.ts'
import { type CloudSpec, cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { electionBlock, lock } from '../../shared/manager/election.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'
import { expectResyncAfter, resyncPeriodMs } from '../../shared/manager/resync.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const withinMs = 30_000
const row = 'CloudControllerManagerConfiguration members.Generic'
const client = '/Generic/ClientConnection'
const genericRule = (aspect: string, says: string) => ({
  ...cloudManagerRule,
  id: `manager.cloud.generic.${aspect}`,
  says,
  source: { document: 2, section: 'Top-level kinds', rows: [row], aspect } as const,
})

const isWrite = ({ verb }: ApiServerRequest) => verb === 'create' || verb === 'update' || verb === 'patch'

/**
 * Returns the requests of a manager with a lease and a service to update, once it has reported the balancer of the
 * service.
 */
async function writesWithConfiguration(
  configuration: CloudSpec['configuration'],
): Promise<readonly ApiServerRequest[]> {
  const createObjects = (api: ApiServer) => {
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
    createNode(api, 'node-a')
    createService(api, 'web')
  }
  const { api } = await startCloudManager({
    prepareApi: createObjects,
    ...(configuration && { configuration }),
    extraConfiguration: { Generic: { LeaderElection: electionBlock() } },
  })
  const isWritten = () => api.journal.some((request) => isWrite(request) && request.resource === 'services')
  await expectWithin(isWritten, { withinMs, what: 'the service was written' })
  return api.journal.filter(({ resource }) => resource !== '')
}

rule(
  genericRule(
    'client-headers',
    'ClientConnection of Generic names the Accept header and the content type of the cloud controller manager.',
  ),
  () => {
    test('sends acceptContentTypes with watches, writes and leases', async () => {
      const acceptContentTypes = 'application/json;q=0.9'
      const requests = await writesWithConfiguration({
        Generic: { ClientConnection: { acceptContentTypes } },
      })

      expect(new Set(requests.map(({ resource }) => resource))).toContain('leases')
      expect([...new Set(requests.map(({ accept }) => accept))]).toEqual([acceptContentTypes])
    }).sees(ignoringFault(`${client}/acceptContentTypes`), 'cloud-balancers-not-made')

    test(
      {
        title: 'sends created objects in the format of contentType',
        id: 'sends what it creates as contentType',
      },
      async () => {
        const contentType = 'application/yaml'
        const requests = await writesWithConfiguration({ Generic: { ClientConnection: { contentType } } })
        const leases = requests.filter(({ verb, resource }) => verb === 'create' && resource === 'leases')

        expect([...new Set(leases.map((one) => one.contentType))]).toEqual([contentType])
      },
    ).sees(ignoringFault(`${client}/contentType`), 'cloud-balancers-not-made')
  },
)

const qps = 5
const burst = 4
const countSlack = 2
const services = 30

rule(
  genericRule(
    'client-limits',
    'qps and burst of Generic bound the requests of the cloud controller manager.',
  ),
  () => {
    test
      .for({ 'two seconds': 2_000, 'a tenth of a second': 100 })(
        {
          title: 'writes no more in %s than the limits permit',
          id: 'writes no more than they let through in %s',
        },
        async (spanMs) => {
          const { api, manager } = await startCloudManager({
            configuration: { Generic: { ClientConnection: { qps, burst } } },
            extraConfiguration: { ServiceController: { ConcurrentServiceSyncs: 10 } },
            prepareApi: (one) => {
              createNode(one, 'node-a')
              for (let number = 0; number < services; number++) createService(one, `web-${number}`)
            },
          })
          monitorJitter(manager.processId)
          using canary = new JitterCanary(manager.processId)
          const fromMs = nowMs()
          const writes = () => api.journal.filter((one) => isWrite(one) && one.resource === 'services')
          await expectWithin(() => writes().length >= burst + 2 * qps, {
            withinMs,
            what: 'services were written',
          })
          await untilMoment((writes()[0]?.atMs ?? 0) + 2_500, 'all was seen that may have been written')

          const writeTimes = writes().map(({ atMs }) => atMs)
          const windowCounts = writeTimes.map(
            (at) => writeTimes.filter((one) => one >= at && one <= at + spanMs).length,
          )
          const lateMs = canary.worst(fromMs, nowMs())
          expect(Math.max(0, ...windowCounts)).toBeLessThanOrEqual(
            Math.ceil(burst + (qps * (spanMs + lateMs)) / 1_000 + countSlack),
          )
        },
      )
      .sees(ignoringFault(`${client}/qps`), ignoringFault(`${client}/burst`), 'cloud-balancers-not-made')
  },
)

rule(
  {
    ...genericRule(
      'resyncs',
      'Informers of the cloud controller manager resync between MinResyncPeriod of Generic and twice that.',
    ),
    waits: true,
  },
  () => {
    test(
      {
        title: 'updates a node that lost its labels between one and two periods after the previous update',
        id: 'a node whose marks were lost is looked at again within those bounds',
      },
      async () => {
        const { api, cloud, manager } = await startCloudManager({
          loops: ['nodes'],
          configuration: { Generic: { MinResyncPeriod: `${resyncPeriodMs}ms` } },
          extraConfiguration: { NodeStatusUpdateFrequency: '1h0m0s' },
          prepareApi: (one) => {
            createNode(one, 'node-a', { isNew: true })
            one.on({ verb: ['update', 'patch'], resource: 'nodes' }, withoutStoring)
          },
        })
        const canary = repeatedMeasurement(manager.processId)
        const updates = () =>
          api.journal.filter((one) => isWrite(one) && one.resource === 'nodes' && one.subresource === '')
        await expectWithin(() => updates().length >= 4, { withinMs, what: 'the node was written again' })

        // The first write initializes the node. The second write may follow an event of the node that the manager's own
        // write of the status causes.
        const [, , third, fourth] = updates()
        expect(cloud.calls('instance-metadata').length).toBeGreaterThanOrEqual(4)
        expectResyncAfter(canary, third?.atMs ?? 0, fourth?.atMs ?? 0)
      },
    ).sees(
      ignoringFault('/Generic/MinResyncPeriod'),
      'resync-before-period',
      'resync-after-twice-the-period',
      'cloud-nodes-not-initialized',
    )
  },
)
