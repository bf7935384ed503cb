import { currentCheck } from '#harness/check/context.ts'
import { type ConfigurationTree, merged } from '#harness/launch/configuration.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { type CloudAnswers, type MockCloud, startCloud } from '#mocks/cloud/index.ts'
import { checkApi, controllerName, type ManagerSpec, startManager } from './controller-manager.ts'
import { leadingTo } from './controller-manager/leading-to-cloud.ts'

/** What all rules about the cloud controller manager have in common: without a provider it does not even start. */
export const ofCloudManager = {
  level: 'MUST',
  overlaps: true,
  program: 'cloud-controller-manager',
  profile: 'cloud-controller-manager',
  capability: 'cloud-peer',
} as const

/** The loops of the cloud controller manager. */
const cloudLoops = {
  nodes: 'NodeController',
  nodeLifecycle: 'CloudNodeLifecycleController',
  services: 'ServiceController',
  routes: 'RouteController',
} as const

/** One of the loops. */
export type CloudLoop = keyof typeof cloudLoops

/** What the list of controllers calls a loop. */
export function loopName(loop: CloudLoop): string {
  return controllerName(cloudLoops[loop], 'cloud-controller-manager')
}

/** What a cloud controller manager is started with. */
export interface CloudSpec {
  readonly loops?: readonly CloudLoop[]
  readonly configuration?: ConfigurationTree
  readonly beside?: ConfigurationTree
  /** What the cloud answers otherwise. */
  readonly answers?: Partial<CloudAnswers>
  /** An API server that others use too. */
  readonly api?: ApiServer
  /** What there is before it starts. */
  readonly before?: (api: ApiServer) => void
}

/** A cloud controller manager, and what it talks to. */
export interface CloudWorld {
  readonly api: ApiServer
  readonly cloud: MockCloud
  readonly manager: ControllerManager
}

/** The cloud of one check alone; it is stopped when the check has ended. */
export async function checkCloud(answers: Partial<CloudAnswers> = {}): Promise<MockCloud> {
  const cloud = await startCloud()
  cloud.answer(answers)
  currentCheck().defer(() => cloud.stop())
  return cloud
}

/** What a cloud controller manager on a cloud is started with. */
export function cloudSpec(
  cloud: MockCloud,
  { loops = ['services'], configuration, beside = {} }: CloudSpec,
): ManagerSpec {
  const chosen = { Generic: { Controllers: loops.map(loopName) } }
  return {
    role: 'cloud-controller-manager',
    beside: merged(merged(leadingTo(cloud), chosen), beside),
    peers: [cloud],
    ...(configuration && { configuration }),
  }
}

/** Starts a cloud controller manager on a cloud and an API server of its own. */
export async function startCloudManager(spec: CloudSpec): Promise<CloudWorld> {
  const cloud = await checkCloud(spec.answers)
  const api = spec.api ?? (await checkApi())
  spec.before?.(api)
  const manager = await startManager({ ...cloudSpec(cloud, spec), api })
  return { api, cloud, manager }
}
