import { managerFaults, perFieldFaults } from '../manager/faults.ts'
import type { QuirkList } from '../quirks/quirks.ts'
import { cloudManagerFields } from './fields.ts'
import { namedFaults } from './named-faults.ts'

// Shared faults that checks of this program detect. Checks of the controller manager detect all other shared faults.
const sharedFaults = [
  'api-version-missing-accepted',
  'api-version-other-than-v1alpha1-accepted',
  'api-version-unknown-accepted',
  'kind-missing-accepted',
  'kind-not-compared',
  'leadership-not-awaited',
  'leadership-kept-past-deadline',
  'lease-never-taken-over',
  'renew-deadline-above-lease-duration-accepted',
  'renew-deadline-just-below-refused',
  'controllers-unnamed-enabled',
  'root-path-cut',
  'all-interfaces-not-served',
  'profiling-missing',
  'profiling-always',
  'profiling-always-below',
  'contention-profiling-always',
  'contention-profiling-without-profiling',
  'resync-before-period',
  'resync-after-twice-the-period',
  'migration-lock-not-awaited',
  'migration-component-ignored',
  'migration-star-not-matched',
  'migration-although-disabled',
  'migration-for-all-controllers',
  'migration-lock-loss-survived',
  'service-account-credentials-shared',
  'service-account-credentials-always',
  'controllers-star-enables-none',
  'controllers-last-item-wins',
  'client-config-token-not-sent',
  'client-config-certificate-not-shown',
] as const

// Leaves out faults of documented defaults and of the pod CIDR, which only the checks of the controller manager detect.
// All cloud controller managers run with the same pod CIDR.
const fields = cloudManagerFields
  .filter(({ pointer }) => pointer !== '/OrchCloudShared/ClusterCIDR')
  .map((field) => ({ ...field, documented: false }))

/** All faults of the cloud controller manager, each with the field that it breaks and its effect. */
export const cloudManagerFaults: QuirkList = {
  ...Object.fromEntries(sharedFaults.map((name) => [name, managerFaults[name]])),
  ...namedFaults,
  ...perFieldFaults(fields),
}
