import { becomesTrue, expect, rule, test } from '#kit'
import { treeAt } from '#kit/launch.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { type CloudCall, stall } from '#mocks/cloud/index.ts'
import { type CloudLoop, cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { untilQuiet } from '../blocks/fixture.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const withinMs = 15_000
// Long enough for a second pool of workers, which starts within a period of the node status.
const restMs = 1_500
const section = 'Cloud-related blocks'

interface Workers {
  readonly id: string
  readonly field: string
  readonly row: string
  readonly loop: CloudLoop
  readonly call: CloudCall
  readonly createNew: (api: ApiServer, name: string) => void
  /** Creates an object that the loop already knows. */
  readonly createKnown: (api: ApiServer, name: string) => void
  /** Additional call of the loop for known objects. */
  readonly additionalCall?: CloudCall
}

const cases: readonly Workers[] = [
  {
    id: 'manager.cloud.node-controller.concurrent-node-syncs.workers',
    field: '/NodeController/ConcurrentNodeSyncs',
    row: 'NodeControllerConfiguration.ConcurrentNodeSyncs',
    loop: 'nodes',
    call: 'instance-metadata',
    createNew: (api, name) => createNode(api, name, { isNew: true }),
    createKnown: (api, name) => createNode(api, name),
  },
  {
    id: 'manager.cloud.service-controller.concurrent-service-syncs.workers',
    field: '/ServiceController/ConcurrentServiceSyncs',
    row: 'ServiceControllerConfiguration.ConcurrentServiceSyncs',
    loop: 'services',
    call: 'ensure-load-balancer',
    createNew: createService,
    createKnown: createService,
    additionalCall: 'update-load-balancer',
  },
]

for (const { id, field, row, loop, call, createNew, createKnown, additionalCall } of cases)
  rule(
    {
      ...cloudManagerRule,
      id,
      says: `As many objects as ${field.slice(1).replace('/', '.')} says are worked on at one time, if there are so many, and no more.`,
      source: { document: 2, section, rows: [row] },
    },
    () => {
      test
        .for({ three: 3, five: 5 })(
          { title: 'has %s calls to the cloud in flight', id: 'has %s calls of the cloud under way' },
          async (workers) => {
            const callStall = stall()
            const { api } = await startCloudManager({
              loops: [loop],
              configuration: treeAt(field, workers),
              cloudAnswers: { [call]: callStall.answer },
              // Balancers need existing nodes. A later node would cause additional calls to the cloud.
              prepareApi: (one) => (loop === 'services' ? createNode(one, 'node-old') : undefined),
            })
            for (let number = 0; number < 2 * workers + 2; number++) createNew(api, `judged-${number}`)
            await becomesTrue(() => callStall.held >= workers, withinMs)
            await untilQuiet(() => callStall.held)

            expect(callStall.held).toBe(workers)
            callStall.release()
          },
        )
        .sees(
          ignoringFault(field),
          loop === 'nodes' ? 'cloud-nodes-not-initialized' : 'cloud-balancers-not-made',
        )

      test
        .for({ two: 2, four: 4 })(
          {
            title: 'has %s calls to the cloud in flight for new and known objects',
            id: 'has %s calls of the cloud under way for new and known ones',
          },
          async (workers) => {
            const objectCount = 2 * workers + 2
            const { api, cloud } = await startCloudManager({
              loops: [loop],
              configuration: treeAt(field, workers),
              extraConfiguration: treeAt('/NodeStatusUpdateFrequency', '1s'),
              prepareApi: (one) => {
                createNode(one, 'node-old')
                for (let number = 0; number < objectCount; number++) createKnown(one, `known-${number}`)
              },
            })
            const objectsOfCalls = () =>
              new Set(cloud.calls(call).map(({ told: parameters }) => parameters.node ?? parameters.service))
            const isKnown = () => objectsOfCalls().size >= objectCount
            await expectWithin(isKnown, { withinMs, what: 'the cloud was asked about all that is known' })
            await untilQuiet(() => (loop === 'services' ? cloud.calls(call).length : 0))
            const callStall = stall()
            cloud.answer({
              [call]: callStall.answer,
              ...(additionalCall !== undefined && { [additionalCall]: callStall.answer }),
            })
            // A new node also updates each balancer.
            createNode(api, 'node-new', { isNew: loop === 'nodes' })
            for (let number = 0; number < objectCount; number++) createNew(api, `judged-${number}`)
            await becomesTrue(() => callStall.held >= workers, withinMs)
            await untilQuiet(() => callStall.held, restMs)

            expect(callStall.held).toBe(workers)
            callStall.release()
          },
        )
        .sees(
          ignoringFault(field),
          loop === 'nodes' ? 'cloud-node-status-beside-workers' : 'cloud-balancers-updated-beside-workers',
          ...(loop === 'nodes' ? [] : ['cloud-balancers-not-made']),
        )
    },
  )
