import { currentCheck } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ConfigurationTree } from '#harness/launch/configuration.ts'
import { file } from '#harness/launch/flags.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, type ManagerSpec, startManager } from '../controller-manager.ts'
import { type Candidate, electionBlock, lock } from './election.ts'
import { serviceAccountKey } from './rsa-key.ts'
import { giveWork, workerName } from './work.ts'

/** The lease that guards the migration in these checks. */
export const leaderName = 'judged-migration'

/** The kind of a file that holds such settings and nothing else. */
export const fileKind = 'LeaderMigrationConfiguration'
/** Its group. */
export const fileGroup = 'controllermanager.config.orch.io'

/** The flag of the target that names such a file. */
export function fileFlag(): `--${string}` {
  const { migrationFile, file: program } = currentCheck().dialect.programs['controller-manager']
  if (migrationFile !== undefined) return migrationFile
  throw new HarnessError('not-applicable', `${program} reads no file of kind ${fileKind}.`)
}

/** What a manager with a migration is started with. */
export interface MigrationSpec {
  /** The settings stand in a file of their own, not inside `Generic`. */
  readonly inFile?: boolean
  /** The component that should run the controller of deployments, which the migration lists. */
  readonly component: string
  /** What the migration lists instead of the controller of deployments. */
  readonly listed?: string
  readonly isEnabled?: boolean
  /** What it is that guards the migration; default `leases`. */
  readonly resourceLock?: string
  /** The lock of the manager itself; default that of these checks. */
  readonly mainLock?: string
  /** An API server that others use too. */
  readonly api?: ApiServer
  /** The token by which it is known there. */
  readonly token?: string
  /** What there is before it starts. */
  readonly before?: (api: ApiServer) => void
}

/** What there is for both controllers to do, and the namespace of their locks. */
export function giveMigratingWork(api: ApiServer): void {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
  giveWork(api)
}

/** What some programs begin with migration after: the controller of tokens, which needs a key to start at all. */
function signedTokens(): ConfigurationTree {
  return { SAController: { ServiceAccountKeyFile: serviceAccountKey() } }
}

/** What a manager of two controllers is started with, of which the one for deployments is listed as migrating. */
export function migratingSpec(
  {
    component: wanted,
    listed = workerName('deployments'),
    resourceLock = 'leases',
    isEnabled = true,
    mainLock = lock.name,
    token,
    inFile = false,
  }: MigrationSpec,
  api: ApiServer,
): ManagerSpec {
  const settings = {
    leaderName,
    resourceLock,
    // What counts is not the first: each entry does.
    controllerLeaders: [
      { name: controllerName('JobController'), component: '*' },
      { name: listed, component: wanted },
    ],
  }
  const generic = {
    LeaderElection: { ...electionBlock(), resourceName: mainLock },
    LeaderMigrationEnabled: isEnabled,
    Controllers: [workerName('deployments'), workerName('replicaSets'), controllerName('SAController')],
  }
  const who = { api, ...(token !== undefined && { credentials: { token } }) }
  if (!inFile) {
    return {
      ...who,
      configuration: { Generic: { ...generic, LeaderMigration: settings }, ...signedTokens() },
    }
  }
  const whole = { apiVersion: `${fileGroup}/v1alpha1`, kind: fileKind, ...settings }
  return {
    ...who,
    flags: { [fileFlag()]: file('leader-migration.yaml', whole) },
    beside: { Generic: generic, ...signedTokens() },
  }
}

/** Starts such a manager. */
export async function startMigrating(spec: MigrationSpec): Promise<Candidate> {
  const api = spec.api ?? (await checkApi())
  if (spec.api === undefined) giveMigratingWork(api)
  spec.before?.(api)
  return { api, manager: await startManager(migratingSpec(spec, api)) }
}
