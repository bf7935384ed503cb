import { currentCheck } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import { file, type FlagValue } from '#harness/launch/flags.ts'
import type { ManagerSpec } from '../../shared/controller-manager.ts'
import { workerName } from '../../shared/manager/work.ts'

/** The kind of the file. */
export const kind = 'LeaderMigrationConfiguration'
/** Its group. */
export const group = 'controllermanager.config.orch.io'
/** Where the document speaks of it. */
export const source = { document: 2, section: 'Top-level kinds', rows: [kind] } as const
/** The id of a rule about such files. */
export const id = (name: string) => `manager.leader-migration-file.${name}`
/** The lease that the file names. */
export const leaderName = 'judged-by-file'

/** The flag of the target that names such a file. */
export function flag(): `--${string}` {
  const { migrationFile, file: program } = currentCheck().dialect.programs['controller-manager']
  if (migrationFile !== undefined) return migrationFile
  throw new HarnessError('not-applicable', `${program} reads no file of kind ${kind}.`)
}

/** The settings as a file of their own, with some members changed; `undefined` leaves one out. */
export function settings(changes: Readonly<Record<string, unknown>> = {}): FlagValue {
  const whole = {
    apiVersion: `${group}/v1alpha1`,
    kind,
    leaderName,
    resourceLock: 'leases',
    controllerLeaders: [{ name: workerName('deployments'), component: '*' }],
    ...changes,
  }
  return file(
    'leader-migration.yaml',
    Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)),
  )
}

/** A manager whose migration is on; nobody asks for a lock, because there is no election. */
export const told = (value: FlagValue): ManagerSpec => ({
  beside: { Generic: { LeaderMigrationEnabled: true } },
  flags: { [flag()]: value },
})
