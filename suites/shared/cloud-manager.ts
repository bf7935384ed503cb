import { currentCheck } from '#kit'
import { type ConfigurationTree, mergeTrees } from '#kit/launch.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { type CloudAnswers, type MockCloud, startCloud } from '#mocks/cloud/index.ts'
import { checkApi, controllerName, type ManagerSpec, startManager } from './controller-manager.ts'
import { cloudConfiguration } from './controller-manager/cloud-configuration.ts'

/** Common properties of all rules about the cloud controller manager, which does not start without a provider. */
export const cloudManagerRule = {
  level: 'MUST',
  overlaps: true,
  program: 'cloud-controller-manager',
  profile: 'cloud-controller-manager',
  capability: 'cloud-peer',
} as const

/** Blocks of the controllers that run the loops of the cloud controller manager. */
const cloudLoops = {
  nodes: 'NodeController',
  nodeLifecycle: 'CloudNodeLifecycleController',
  services: 'ServiceController',
  routes: 'RouteController',
} as const

/** Loop of the cloud controller manager. */
export type CloudLoop = keyof typeof cloudLoops

/** Returns the name of a loop in the list of controllers. */
export function loopName(loop: CloudLoop): string {
  return controllerName(cloudLoops[loop], 'cloud-controller-manager')
}

/** Settings of a cloud controller manager. */
export interface CloudSpec {
  readonly loops?: readonly CloudLoop[]
  readonly configuration?: ConfigurationTree
  readonly extraConfiguration?: ConfigurationTree
  /** Responses of the cloud that differ from the defaults. */
  readonly cloudAnswers?: Partial<CloudAnswers>
  /** API server that other programs also use. */
  readonly api?: ApiServer
  /** Creates objects before the manager starts. */
  readonly prepareApi?: (api: ApiServer) => void
}

/** A cloud controller manager with its peers. */
export interface CloudFixture {
  readonly api: ApiServer
  readonly cloud: MockCloud
  readonly manager: ControllerManager
}

/** Starts a cloud for the running check, after which it is stopped. */
export async function checkCloud(answers: Partial<CloudAnswers> = {}): Promise<MockCloud> {
  const cloud = await startCloud()
  cloud.answer(answers)
  currentCheck().defer(() => cloud.stop())
  return cloud
}

/** Returns the settings of a cloud controller manager for a cloud. */
export function cloudSpec(
  cloud: MockCloud,
  { loops = ['services'], configuration, extraConfiguration: further = {} }: CloudSpec,
): ManagerSpec {
  const controllersBlock = { Generic: { Controllers: loops.map(loopName) } }
  return {
    role: 'cloud-controller-manager',
    extraConfiguration: mergeTrees(mergeTrees(cloudConfiguration(cloud), controllersBlock), further),
    peers: [cloud],
    ...(configuration && { configuration }),
  }
}

/** Starts a cloud controller manager with a cloud and a separate API server. */
export async function startCloudManager(spec: CloudSpec): Promise<CloudFixture> {
  const cloud = await checkCloud(spec.cloudAnswers)
  const api = spec.api ?? (await checkApi())
  spec.prepareApi?.(api)
  const manager = await startManager({ ...cloudSpec(cloud, spec), api })
  return { api, cloud, manager }
}
