import { currentCheck } from '#harness/check/context.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import type { MockCloud } from '#mocks/cloud/index.ts'
import { type CloudWorld, loopName, startCloudManager } from '../cloud-manager.ts'
import { electionBlock, lock } from './election.ts'
import { leaderName } from './migration.ts'
import { giveNode, giveService } from './nodes.ts'
import { expectSoon } from './soon.ts'
import { worksWithinMs } from './work.ts'

/** What a cloud controller manager with a migration is started with. */
export interface CloudMigrationSpec {
  /** The component that should run the loop of services, which the migration lists. */
  readonly component: string
  readonly isEnabled?: boolean
  /** The lock of the manager itself; default that of these checks. */
  readonly mainLock?: string
  /** An API server that the other manager uses too. */
  readonly api?: ApiServer
  readonly before?: (api: ApiServer) => void
}

/** What leader migration calls each of the managers. */
export const componentOf = (role: 'controller-manager' | 'cloud-controller-manager'): string =>
  currentCheck().dialect.programs[role].file

/** What there is for both loops to do, and the namespace of the locks. */
function giveCloudWork(api: ApiServer): void {
  giveNode(api, 'node-new', { isNew: true })
  giveNode(api, 'node-old')
  giveService(api, 'web')
}

/** A cloud controller manager of two loops, of which that of services is listed as migrating. */
export async function startCloudMigrating(spec: CloudMigrationSpec): Promise<CloudWorld> {
  const { component, isEnabled = true, mainLock = lock.name, api, before } = spec
  return startCloudManager({
    loops: ['services', 'nodes'],
    ...(api && { api }),
    before: (one) => {
      if (api === undefined)
        one.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
      giveCloudWork(one)
      before?.(one)
    },
    configuration: {
      Generic: {
        LeaderElection: { ...electionBlock(), resourceName: mainLock },
        LeaderMigrationEnabled: isEnabled,
        LeaderMigration: {
          leaderName,
          resourceLock: 'leases',
          controllerLeaders: [{ name: loopName('services'), component }],
        },
      },
    },
  })
}

/** Whether the loop of services worked on one of them. */
export const balances = (cloud: MockCloud, service = 'web'): boolean =>
  cloud.calls('ensure-load-balancer').some(({ told }) => told.service === `default/${service}`)

/** Whether the loop of nodes worked on one of them. */
export const initializes = (cloud: MockCloud, node = 'node-new'): boolean =>
  cloud.calls('instance-metadata').some(({ told }) => told.node === node)

/** Shows after a silence that the loop of nodes still works, so that what did not happen in it could have. */
export async function untilInitializedAgain(api: ApiServer, cloud: MockCloud): Promise<void> {
  giveNode(api, 'node-again', { isNew: true })
  await expectSoon(() => initializes(cloud, 'node-again'), {
    withinMs: worksWithinMs,
    what: 'the loop of nodes worked again',
  })
}
