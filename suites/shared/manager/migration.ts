import { currentCheck, HarnessError } from '#kit'
import { type ConfigurationTree, file } from '#kit/launch.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, type ManagerSpec, startManager } from '../controller-manager.ts'
import { type Candidate, electionBlock, lock } from './election.ts'
import { serviceAccountKey } from './rsa-key.ts'
import { createWork, workerName } from './work.ts'

/** The lease that guards the migration in these checks. */
export const leaderName = 'judged-migration'

/** Kind of a file that contains only migration settings. */
export const fileKind = 'LeaderMigrationConfiguration'
/** Group of the file kind. */
export const fileGroup = 'controllermanager.config.orch.io'

/** Returns the target's flag for a migration file. */
export function fileFlag(): `--${string}` {
  const { migrationFile, file: program } = currentCheck().dialect.programs['controller-manager']
  if (migrationFile !== undefined) return migrationFile
  throw new HarnessError('not-applicable', `${program} reads no file of kind ${fileKind}.`)
}

/** Settings of a manager with a migration. */
export interface MigrationSpec {
  /** True if the settings are in a separate file, not in `Generic`. */
  readonly inFile?: boolean
  /** The component for the controller of deployments, which the migration lists. */
  readonly component: string
  /** Controller that the migration lists instead of the controller for deployments. */
  readonly listedController?: string
  readonly isEnabled?: boolean
  /** Kind of the lock of the migration. Default: `leases`. */
  readonly resourceLock?: string
  /** The lock of the manager itself. Default: the lock of these checks. */
  readonly mainLock?: string
  /** API server that other programs also use. */
  readonly api?: ApiServer
  /** Token of its requests to the API server. */
  readonly token?: string
  /** Creates objects before the manager starts. */
  readonly prepareApi?: (api: ApiServer) => void
}

/** Creates objects for both controllers, and the namespace of their locks. */
export function createMigratingWork(api: ApiServer): void {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
  createWork(api)
}

/**
 * Returns the settings of the token controller, with which some programs start before migration. The token controller
 * does not start without a key.
 */
function signedTokens(): ConfigurationTree {
  return { SAController: { ServiceAccountKeyFile: serviceAccountKey() } }
}

/** Returns the settings of a manager with two controllers. The controller for deployments is listed as migrating. */
export function migratingSpec(
  {
    component: wanted,
    listedController = workerName('deployments'),
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
    // The entry under test is not the first.
    controllerLeaders: [
      { name: controllerName('JobController'), component: '*' },
      { name: listedController, component: wanted },
    ],
  }
  const generic = {
    LeaderElection: { ...electionBlock(), resourceName: mainLock },
    LeaderMigrationEnabled: isEnabled,
    Controllers: [workerName('deployments'), workerName('replicaSets'), controllerName('SAController')],
  }
  const credentialOptions = { api, ...(token !== undefined && { credentials: { token } }) }
  if (!inFile) {
    return {
      ...credentialOptions,
      configuration: { Generic: { ...generic, LeaderMigration: settings }, ...signedTokens() },
    }
  }
  const migrationConfiguration = { apiVersion: `${fileGroup}/v1alpha1`, kind: fileKind, ...settings }
  return {
    ...credentialOptions,
    flags: { [fileFlag()]: file('leader-migration.yaml', migrationConfiguration) },
    extraConfiguration: { Generic: generic, ...signedTokens() },
  }
}

/** Starts a manager with migration settings. */
export async function startMigrating(spec: MigrationSpec): Promise<Candidate> {
  const api = spec.api ?? (await checkApi())
  if (spec.api === undefined) createMigratingWork(api)
  spec.prepareApi?.(api)
  return { api, manager: await startManager(migratingSpec(spec, api)) }
}
