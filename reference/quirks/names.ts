import type { namedFaults as ofAgent } from '../node-agent/named-faults.ts'
import type { agentFreedoms } from '../node-agent/freedoms.ts'
import type { namedFaults as cloudManagerRule } from '../cloud-controller-manager/named-faults.ts'
import type { namedFaults as ofControllerManager } from '../controller-manager/named-faults.ts'
import type { namedFaults as ofManagers } from '../manager/named-faults.ts'
import type { controllerFreedoms, managerFreedoms } from '../manager/freedoms.ts'
import type { namedFaults as ofApiServer } from '../apiserver/named-faults.ts'
import type { apiServerFreedoms } from '../apiserver/freedoms.ts'

/** Prefix of the names that are generated for every flag, field, gate or plugin. */
type NamePrefix =
  | `help-${'omits' | 'type-wrong' | 'default-wrong' | 'advice-missing' | 'deprecation-omitted'}`
  | 'type-unchecked'
  | 'value-refused'
  | 'values-unchecked'
  | 'legal-value-refused'
  | 'signing-algorithm-refused'
  | 'log-buffer-suffix-refused'
  | `plugin-${'off-by-default' | 'on-by-default' | 'not-enabled' | 'not-disabled'}`
  | `field-${'ignored' | 'default-differs'}`
  | `${'file' | 'drop-in'}-ignored`
  | 'flag-loses'
  | 'default-not-effective'
  | `gate-${'omitted' | 'stage-wrong' | 'default-wrong' | 'not-default' | 'stuck'}`

/** Name of a fault of any program. */
export type FaultName =
  | keyof typeof ofApiServer
  | keyof typeof ofAgent
  | keyof typeof ofManagers
  | keyof typeof ofControllerManager
  | keyof typeof cloudManagerRule
  | `${NamePrefix}-${string}`
  | `${string}-${'other-version' | 'beside-file'}-accepted`

/** Name of a permitted variation of any program. */
export type FreedomName =
  | keyof typeof apiServerFreedoms
  | keyof typeof agentFreedoms
  | keyof typeof managerFreedoms
  | keyof typeof controllerFreedoms
