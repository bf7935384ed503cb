import { file, type FlagValue } from '#harness/launch/flags.ts'
import type { ManagerSpec } from '../../shared/controller-manager.ts'
import { fileFlag, fileGroup, fileKind } from '../../shared/manager/migration.ts'
import { workerName } from '../../shared/manager/work.ts'

/** Where the document speaks of the kind. */
export const source = { document: 2, section: 'Top-level kinds', rows: [fileKind] } as const
/** The id of a rule about such files. */
export const id = (name: string) => `manager.leader-migration-file.${name}`

/** The settings as a file of their own, with some members changed; `undefined` leaves one out. */
export function settings(changes: Readonly<Record<string, unknown>> = {}): FlagValue {
  const whole = {
    apiVersion: `${fileGroup}/v1alpha1`,
    kind: fileKind,
    leaderName: 'judged-by-file',
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
  flags: { [fileFlag()]: value },
})
