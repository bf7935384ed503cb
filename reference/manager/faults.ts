import { clientFaults } from '../client-config/faults.ts'
import { decodingFaults, typeFaults } from '../config/faults.ts'
import type { FlagFault } from '../flags/flag.ts'
import type { VersionFault } from '../program/faults.ts'
import type { QuirkList } from '../quirks/arguments.ts'
import type { Field } from './field.ts'
import type { ManagerFlag } from './flags.ts'
import type { CloudFault, ControllerFault } from './controller-faults.ts'

/** Name of the fault that ignores a field. Made by `ignored` only. */
export type FieldFault = `field-ignored-${string}`

/** Returns the name of the fault that ignores the field at a pointer, or a member of its elements. */
export function ignored(pointer: string): FieldFault {
  const kebab = pointer
    .slice(1)
    .replaceAll('CIDRs', 'Cidrs')
    .replaceAll('IPv', 'Ipv')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase()
  return `field-ignored-${kebab}`
}

/** Name of the fault that gives a field another default than the document states. Made by `defaultDiffers` only. */
export type DefaultFault = `field-default-differs-${string}`

/** Returns the name of the fault that gives the field at a pointer another default than the document states. */
export function defaultDiffers(pointer: string): DefaultFault {
  return `field-default-differs-${ignored(pointer).slice('field-ignored-'.length)}`
}

/** Returns a fault for each field of a table and each member of elements: the value in the file is ignored. */
export function perFieldFaults(table: readonly Field[]): QuirkList {
  const pointers = table.flatMap(({ pointer, members }) => [
    pointer,
    ...members.map((member) => `${pointer}/${member}`),
  ])
  const dotted = (pointer: string) => pointer.slice(1).replaceAll('/', '.')
  const stated = table.filter(({ documented }) => documented)
  return Object.fromEntries([
    ...pointers.map((pointer) => [ignored(pointer), `${dotted(pointer)}: does not matter`]),
    ...stated.map(({ pointer }) => [defaultDiffers(pointer), `${dotted(pointer)}: has another default`]),
  ]) as QuirkList
}

// No document defines the use of these by a controller manager.
const { 'client-config-server-path-cut': _path, ...usedClientFaults } = clientFaults

/** Faults of every controller manager, in addition to those of its fields. */
export const managerFaults = {
  ...decodingFaults,
  ...typeFaults,
  ...usedClientFaults,
  'api-version-other-than-v1alpha1-accepted': 'apiVersion: takes other versions of the group',
  'renew-deadline-above-lease-duration-accepted':
    'LeaderElection.renewDeadline: may be longer than leaseDuration',
  'renew-deadline-of-lease-duration-refused': 'LeaderElection.renewDeadline: refuses just leaseDuration',
  'renew-deadline-just-below-refused':
    'LeaderElection.renewDeadline: refuses a little less than leaseDuration',
  'durations-judged-without-election': 'LeaderElection: durations are judged although leaderElect is false',
  'migration-lock-unchecked': 'LeaderMigration.resourceLock: takes any text',
  'migration-lock-leases-refused': 'LeaderMigration.resourceLock: refuses leases',
  'migration-lock-always-leases': 'LeaderMigration.resourceLock: endpoints means leases too',
  'election-lock-unchecked': 'LeaderElection.resourceLock: takes any text for leases',
  'migration-lock-endpoints-refused': 'LeaderMigration.resourceLock: refuses endpoints',
  'root-path-cut': 'Port: who asks for / there gets no answer of HTTP',
  'all-interfaces-not-served': 'Address: 0.0.0.0 means loopback alone',
  'largest-int32-refused': 'config files: refuses the largest number of 32 bits',
  'profiling-missing': 'Debugging.enableProfiling: true serves nothing',
  'profiling-always': 'Debugging.enableProfiling: false serves profiles all the same',
  'profiling-always-below': 'Debugging.enableProfiling: false hides the index only',
  'contention-profiling-always': 'Debugging.enableContentionProfiling: false records what blocked too',
  'contention-profiling-without-profiling':
    'Debugging.enableContentionProfiling: is effective although profiling is off',
  'controllers-last-item-wins': 'Controllers: the last item for a name counts',
  'controllers-star-counts-as-item': 'Controllers: a star before an item decides for its name',
  'controllers-star-enables-none': 'Controllers: a star enables nothing',
  'controllers-unnamed-enabled': 'Controllers: without a star, what is not named runs too',
  'controllers-started-late': 'ControllerStartInterval: eight times as long passes',
  'resync-before-period': 'MinResyncPeriod: objects are told again after half of it',
  'resync-after-twice-the-period': 'MinResyncPeriod: objects are told again after three times of it',
  'resync-not-random': 'MinResyncPeriod: the time is the same in all processes',
  'migration-lock-not-awaited': 'LeaderMigration.controllerLeaders: listed controllers need no second lock',
  'migration-component-ignored': 'LeaderMigration.controllerLeaders: runs what other components should run',
  'migration-star-not-matched': 'LeaderMigration.controllerLeaders: * means no component',
  'migration-although-disabled': 'LeaderMigrationEnabled: migration takes place although it is off',
  'migration-for-all-controllers':
    'LeaderMigration.controllerLeaders: controllers that it does not list wait too',
  'migration-file-ignored': 'LeaderMigrationConfiguration: a file of that kind does not count',
  'migration-lock-loss-survived': 'LeaderMigration: losing the second lock changes nothing',
  'lease-attempts-rare':
    'LeaderElection.retryPeriod: four times as long passes where the deadline leaves time for it',
  'lease-not-renewed': 'LeaderElection.retryPeriod: the leader does not renew its lease',
  'lease-time-stamp-believed':
    'LeaderElection.leaseDuration: the wait begins at the time that the record tells',
  'lease-wait-not-restarted': 'LeaderElection.leaseDuration: a renewal does not restart the wait',
  'lease-never-taken-over': 'LeaderElection.leaseDuration: the lease of another holder is never taken over',
  'leadership-given-up-at-first-failure': 'LeaderElection.renewDeadline: one failed renewal ends leadership',
  'service-account-credentials-shared':
    'OrchCloudShared.UseServiceAccountCredentials: all controllers use the credentials of the first',
  'service-account-credentials-always':
    'OrchCloudShared.UseServiceAccountCredentials: controllers have their own at false too',
  'limits-of-service-accounts-default':
    'ClientConnection.qps: clients with service-account credentials have limits of their own',
  'headers-of-service-accounts-default':
    'ClientConnection.contentType: clients with service-account credentials send the usual headers',
  'controllers-off-by-default-not-enabled-with-star':
    'Controllers: a name beside a star does not enable a controller that is off by default',
  'controllers-star-enables-all': 'Controllers: a star enables what is off by default too',
  'leadership-not-awaited': 'LeaderElection.leaderElect: work begins before leadership',
  'lease-taken-early': 'LeaderElection.leaseDuration: a lease is taken over after half of it',
  'leadership-kept-for-lease-duration':
    'LeaderElection.renewDeadline: leadership is given up after leaseDuration only',
  'migration-first-entry-alone': 'LeaderMigration.controllerLeaders: only the first entry is used',
  'leases-sent-as-json': 'ClientConnection.contentType: is not used for leases',
  'qps-rounded-up': 'ClientConnection.qps: a fraction is rounded up',
  'leadership-kept-past-deadline': 'LeaderElection.renewDeadline: leadership is never given up',
} as const

/** Name of a fault of a controller manager. */
export type ManagerFault =
  | keyof typeof managerFaults
  | ControllerFault
  | CloudFault
  | keyof typeof clientFaults
  | FieldFault
  | DefaultFault
  // No document states the flags of a controller manager, so these faults are not listed.
  | FlagFault<ManagerFlag>
  | VersionFault
  | 'repeated-list-flag-last-wins'
