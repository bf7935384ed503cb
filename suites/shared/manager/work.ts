import type { ApiAsked, ApiServer } from '#mocks/api-server/index.ts'
import { controllerName } from '../controller-manager.ts'
import { deployment, replicaSet } from './objects.ts'
import { expectSoon } from './soon.ts'

/** Two controllers whose work is told apart: the one makes replica sets of deployments, the other pods of replica sets. */
export const workers = {
  deployments: { block: 'DeploymentController', makes: 'replicasets' },
  replicaSets: { block: 'ReplicaSetController', makes: 'pods' },
} as const

/** One of the two controllers. */
export type Worker = keyof typeof workers

/** What the list of controllers calls one of them. */
export function workerName(worker: Worker): string {
  return controllerName(workers[worker].block)
}

/** Objects for both controllers to work on, each by its own. */
export function giveWork(api: ApiServer, name = 'work'): void {
  api.hand.create(deployment(`${name}-deployment`))
  api.hand.create(replicaSet(`${name}-replica-set`))
}

/** What a controller has made of what it was given. */
export function workOf(api: ApiServer, worker: Worker, name = 'work'): readonly ApiAsked[] {
  const owner = worker === 'deployments' ? `${name}-deployment` : `${name}-replica-set`
  return api.journal.filter(
    ({ verb, resource, body }) =>
      verb === 'create' && resource === workers[worker].makes && isOwnedBy(body, owner),
  )
}

/** How long a controller that runs may take to begin with what it finds. */
export const worksWithinMs = 20_000

/** Waits until a controller has worked. */
export async function untilWorked(api: ApiServer, worker: Worker, name = 'work'): Promise<void> {
  await expectSoon(() => workOf(api, worker, name).length > 0, {
    withinMs: worksWithinMs,
    what: `the controller that makes ${workers[worker].makes} worked`,
  })
}

/** Shows after a silence that the manager still works, so that what did not happen in it could have. */
export async function untilWorkedAgain(api: ApiServer, worker: Worker): Promise<void> {
  giveWork(api, 'again')
  await untilWorked(api, worker, 'again')
}

interface Owned {
  readonly metadata?: { readonly ownerReferences?: readonly { readonly name?: string }[] }
}

function isOwnedBy(body: unknown, owner: string): boolean {
  const { metadata } = (body ?? {}) as Owned
  return metadata?.ownerReferences?.some(({ name }) => name === owner) ?? false
}
