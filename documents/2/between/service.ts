import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const perControllerBlocks = inSection(2, 'Per-controller blocks')
const { defaultsTo } = constraintsOf(2, 'What the service does')

/** Constraints on required fields with a default. */
export const service: readonly Constraint[] = [
  defaultsTo(
    'every field is required',
    perControllerBlocks(
      'AttachDetachController.ReconcilerSyncLoopPeriod',
      'ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs',
    ),
  )
    .says('A stated default applies if the field is left out and the file is accepted.')
    .by(
      'manager.attach-detach-controller-reconciler-sync-loop-period.default',
      'manager.validating-admission-policy-status-controller-concurrent-policy-syncs.default',
    ),
]
