import type { Deviation } from '../../dialect.ts'
import { sourceAt } from './source.ts'

/** Departures in what the blocks of the controllers do. */
export const managerBlockDeviations: readonly Deviation[] = [
  {
    check: 'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.batch/*',
    reason:
      'Updates of endpoints are mirrored at once; the period delays only what changes of the mirrored slices themselves cause.',
    link: sourceAt('pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go', 'L435'),
  },
]
