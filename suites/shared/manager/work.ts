import type { ApiServerRequest, ApiServer } from '#mocks/api-server/index.ts'
import { controllerName } from '../controller-manager.ts'
import { deployment, replicaSet } from './objects.ts'
import { expectWithin } from './expect-within.ts'

/**
 * Two controllers with distinguishable work: one creates replica sets of deployments, the other pods of replica sets.
 */
export const workers = {
  deployments: { block: 'DeploymentController', makes: 'replicasets' },
  replicaSets: { block: 'ReplicaSetController', makes: 'pods' },
} as const

/** Controller with observed work. */
export type Worker = keyof typeof workers

/** Returns the name of a controller in the list of controllers. */
export function workerName(worker: Worker): string {
  return controllerName(workers[worker].block)
}

/** Creates objects for both controllers, one for each. */
export function createWork(api: ApiServer, name = 'work'): void {
  api.hand.create(deployment(`${name}-deployment`))
  api.hand.create(replicaSet(`${name}-replica-set`))
}

/** Returns the requests with which a controller has processed its object. */
export function workOf(api: ApiServer, worker: Worker, name = 'work'): readonly ApiServerRequest[] {
  const owner = worker === 'deployments' ? `${name}-deployment` : `${name}-replica-set`
  return api.journal.filter(
    ({ verb, resource, body }) =>
      verb === 'create' && resource === workers[worker].makes && isOwnedBy(body, owner),
  )
}

/** Longest time until a running controller starts to process existing objects. */
export const worksWithinMs = 20_000

/** Waits until a controller has processed its object. */
export async function untilWorked(api: ApiServer, worker: Worker, name = 'work'): Promise<void> {
  await expectWithin(() => workOf(api, worker, name).length > 0, {
    withinMs: worksWithinMs,
    what: `the controller that makes ${workers[worker].makes} worked`,
  })
}

/** Expects that the manager still works, so that the absence of an action is conclusive. */
export async function untilWorkedAgain(api: ApiServer, worker: Worker): Promise<void> {
  createWork(api, 'again')
  await untilWorked(api, worker, 'again')
}

interface Owned {
  readonly metadata?: { readonly ownerReferences?: readonly { readonly name?: string }[] }
}

function isOwnedBy(body: unknown, owner: string): boolean {
  const { metadata } = (body ?? {}) as Owned
  return metadata?.ownerReferences?.some(({ name }) => name === owner) ?? false
}
