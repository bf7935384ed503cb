import { file, type FlagValue } from '#kit/launch.ts'
import type { ManagerSpec } from '../../shared/controller-manager.ts'
import { fileFlag, fileGroup, fileKind } from '../../shared/manager/migration.ts'
import { workerName } from '../../shared/manager/work.ts'

/** Location of the kind in the document. */
export const source = { document: 2, section: 'Top-level kinds', rows: [fileKind] } as const
/** Returns the id of a rule about migration files. */
export const id = (name: string) => `manager.leader-migration-file.${name}`

/** Returns the settings as a separate file, with the given changes; `undefined` omits a member. */
export function settings(changes: Readonly<Record<string, unknown>> = {}): FlagValue {
  const migrationFileContent = {
    apiVersion: `${fileGroup}/v1alpha1`,
    kind: fileKind,
    leaderName: 'judged-by-file',
    resourceLock: 'leases',
    controllerLeaders: [{ name: workerName('deployments'), component: '*' }],
    ...changes,
  }
  return file(
    'leader-migration.yaml',
    Object.fromEntries(Object.entries(migrationFileContent).filter(([, value]) => value !== undefined)),
  )
}

/** Returns a manager with migration on, which requests no lock because there is no election. */
export const specWithFile = (value: FlagValue): ManagerSpec => ({
  extraConfiguration: { Generic: { LeaderMigrationEnabled: true } },
  flags: { [fileFlag()]: value },
})
