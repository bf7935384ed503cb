import { becomesTrue, currentCheck, monitorJitter } from '#kit'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { after, type ApiServer } from '#mocks/api-server/index.ts'
import { checkApi } from '../../shared/controller-manager.ts'
import { writesOfLease } from '../../shared/manager/election.ts'
import { createMigratingWork, leaderName, startMigrating } from '../../shared/manager/migration.ts'
import {
  type InstanceNumber,
  instanceNumbers,
  type LockName,
  type Migration,
  type MigrationCase,
} from './model.ts'
import { mainLockOf } from './oracle.ts'

// Maximum number of starts of an instance in a case. Each start has a separate token.
const startsAtMost = 8
// Long enough for two running instances to send their requests before either sees the result of the other.
const writeDelayMs = 2_000
const endsWithinMs = 10_000

interface Instance {
  readonly manager: ControllerManager
  readonly migration: Migration
  readonly token: string
}

/** The instances of a case, and their API server. */
export class Instances {
  readonly api: ApiServer
  readonly #testCase: MigrationCase
  readonly #instances = new Map<InstanceNumber, Instance>()
  #startCount = 0

  private constructor(testCase: MigrationCase, api: ApiServer) {
    this.#testCase = testCase
    this.api = api
  }

  /** Starts the API server of a case, and both instances. */
  static async start(testCase: MigrationCase): Promise<Instances> {
    const tokens = instanceNumbers.flatMap((instance) =>
      Array.from({ length: startsAtMost }, (_, start) => tokenOf(instance, start)),
    )
    const users = Object.fromEntries(tokens.map((token) => [token, { name: token, groups: [] }]))
    const api = await checkApi({ tls: true, users })
    for (const resource of ['replicasets', 'pods']) api.on({ verb: 'create', resource }, after(writeDelayMs))
    createMigratingWork(api)
    const instances = new Instances(testCase, api)
    await Promise.all(instanceNumbers.map((one) => instances.start(one, testCase.migrations[one])))
    return instances
  }

  /** Starts an instance. If it runs, it is terminated first. */
  async start(instance: InstanceNumber, migration: Migration): Promise<void> {
    await this.end(instance, 'SIGTERM')
    const token = tokenOf(instance, this.#startCount++)
    const { manager } = await startMigrating({
      api: this.api,
      component: componentOf(migration),
      isEnabled: migration !== 'off',
      mainLock: mainLockOf(this.#testCase, instance),
      token,
    })
    // An instance loses its leases if the machine stalls for the duration of a lease.
    monitorJitter(manager.processId)
    this.#instances.set(instance, { manager, migration, token })
  }

  /** Ends an instance, if it runs. */
  async end(instance: InstanceNumber, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const program = this.#instances.get(instance)?.manager.program
    this.#instances.delete(instance)
    if (program === undefined || program.exit !== undefined) return
    program.signal(signal)
    await becomesTrue(() => program.exit !== undefined, endsWithinMs)
    if (program.exit === undefined) program.signal('SIGKILL')
  }

  /** Returns the running instances with their migration. */
  get running(): ReadonlyMap<InstanceNumber, Migration> {
    return new Map(
      [...this.#instances]
        .filter(([, { manager }]) => manager.program.exit === undefined)
        .map(([instance, { migration }]) => [instance, migration]),
    )
  }

  /** Returns the running instance with a token. */
  withToken(token: string | undefined): InstanceNumber | undefined {
    return [...this.running.keys()].find((instance) => this.#instances.get(instance)?.token === token)
  }

  /** Returns the running instance that wrote an identity to a lock. */
  withIdentity(lock: LockName, identity: unknown): InstanceNumber | undefined {
    const write = writesOfLease(this.api, leaseNameOf(lock)).findLast(
      ({ body }) => (body as { spec?: { holderIdentity?: unknown } }).spec?.holderIdentity === identity,
    )
    return this.withToken(write?.bearerToken)
  }
}

/** Returns the name of the lease that is a lock. */
export function leaseNameOf(lock: LockName): string {
  return lock === 'migration' ? leaderName : lock
}

function tokenOf(instance: InstanceNumber, start: number): string {
  return `token-${instance}-${start}`
}

/** Returns the component that the list gives the migrating controller to. */
function componentOf(migration: Migration): string {
  if (migration === 'any component') return '*'
  const isOwn = migration === 'own component'
  return isOwn ? currentCheck().dialect.programs['controller-manager'].file : 'another-component'
}
