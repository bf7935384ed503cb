import type { ConstraintTable } from '../table.ts'

/** Constraints of required fields with a default. */
export const service: ConstraintTable = {
  document: 2,
  section: 'What the service does',
  constraints: [
    {
      kind: 'defaults-to',
      rows: ['every field is required'],
      others: [
        'AttachDetachController.ReconcilerSyncLoopPeriod',
        'ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs',
      ],
      at: { section: 'Per-controller blocks' },
      says: 'A stated default applies if the field is left out and the file is accepted.',
      rules: [
        'manager.attach-detach-controller-reconciler-sync-loop-period.default',
        'manager.validating-admission-policy-status-controller-concurrent-policy-syncs.default',
      ],
    },
  ],
}
