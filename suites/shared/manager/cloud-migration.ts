import { currentCheck } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import type { MockCloud } from '#mocks/cloud/index.ts'
import { type CloudFixture, loopName, startCloudManager } from '../cloud-manager.ts'
import { electionBlock, lock } from './election.ts'
import { leaderName } from './migration.ts'
import { createNode, createService } from './nodes.ts'
import { expectWithin } from './expect-within.ts'
import { worksWithinMs } from './work.ts'

/** Settings of a cloud controller manager with a migration. */
export interface CloudMigrationSpec {
  /** The component for the loop of services, which the migration lists. */
  readonly component: string
  readonly isEnabled?: boolean
  /** The lock of the manager itself. Default: the lock of these checks. */
  readonly mainLock?: string
  /** API server that the other manager also uses. */
  readonly api?: ApiServer
  readonly prepareApi?: (api: ApiServer) => void
}

/** Returns the name of a manager in leader migration. */
export const componentOf = (role: 'controller-manager' | 'cloud-controller-manager'): string =>
  currentCheck().dialect.programs[role].file

/** Creates objects for both loops, and the namespace of the locks. */
function createCloudWork(api: ApiServer): void {
  createNode(api, 'node-new', { isNew: true })
  createNode(api, 'node-old')
  createService(api, 'web')
}

/** Starts a cloud controller manager with two loops. The migration lists the loop of services. */
export async function startMigratingCloud(spec: CloudMigrationSpec): Promise<CloudFixture> {
  const { component, isEnabled = true, mainLock = lock.name, api, prepareApi } = spec
  return startCloudManager({
    loops: ['services', 'nodes'],
    ...(api && { api }),
    prepareApi: (one) => {
      if (api === undefined)
        one.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
      createCloudWork(one)
      prepareApi?.(one)
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

/** Reports whether the loop of services has processed a service. */
export const hasBalanced = (cloud: MockCloud, service = 'web'): boolean =>
  cloud
    .calls('ensure-load-balancer')
    .some(({ told: parameters }) => parameters.service === `default/${service}`)

/** Reports whether the loop of nodes has processed a node. */
export const hasInitialized = (cloud: MockCloud, node = 'node-new'): boolean =>
  cloud.calls('instance-metadata').some(({ told: parameters }) => parameters.node === node)

/** Expects that the loop of nodes still works, so that the absence of an action is conclusive. */
export async function waitUntilInitializedAgain(api: ApiServer, cloud: MockCloud): Promise<void> {
  createNode(api, 'node-again', { isNew: true })
  await expectWithin(() => hasInitialized(cloud, 'node-again'), {
    withinMs: worksWithinMs,
    what: 'the loop of nodes worked again',
  })
}
