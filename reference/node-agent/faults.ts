import { clientFaults } from '../client-config/faults.ts'
import type { ClientConfigFault } from '../client-config/read.ts'
import { perFlagFaults } from '../flags/faults.ts'
import type { FlagFault } from '../flags/flag.ts'
import type { QuirkList } from '../quirks/arguments.ts'
import type { DocumentFault } from '../config/read-document.ts'
import { type VersionFault, versionFaults } from '../program/faults.ts'
import { type TlsFault, tlsFaults } from '../serving/faults.ts'
import { sourceFaults, type SourceFault } from './faults/sources.ts'
import { nodeFaults } from './faults/node.ts'
import { podFaults } from './faults/pods.ts'
import { resourceFaults } from './faults/resources.ts'
import { runtimeFaults } from './faults/runtime.ts'
import { servingFaults } from './faults/serving.ts'
import { agentFlags, type AgentFlagName } from './flags/table.ts'
import { type GateFault, gateFaults } from './gates/faults.ts'

/** Name of a fault of the node agent. */
export type AgentFault =
  | keyof typeof servingFaults
  | keyof typeof nodeFaults
  | keyof typeof podFaults
  | keyof typeof resourceFaults
  | keyof typeof runtimeFaults
  | GateFault
  | SourceFault<AgentFlagName>
  | FlagFault<AgentFlagName>
  | DocumentFault
  | ClientConfigFault
  | TlsFault
  | VersionFault
  // No statement about the node agent defines the value of a repeated list flag.
  | 'repeated-list-flag-last-wins'

/** All deliberate faults of the node agent, each with its effect. */
export const agentFaults: QuirkList = {
  ...versionFaults,
  ...tlsFaults,
  'client-config-certificate-not-shown': clientFaults['client-config-certificate-not-shown'],
  'client-config-token-not-sent': clientFaults['client-config-token-not-sent'],
  ...servingFaults,
  ...nodeFaults,
  ...podFaults,
  ...runtimeFaults,
  ...resourceFaults,
  ...gateFaults,
  ...sourceFaults(agentFlags),
  ...perFlagFaults(agentFlags, {
    // A fault that refuses a value that every start needs would break everything and show nothing.
    lastValue: ['authorization-mode', 'enforce-node-allocatable', 'tls-cipher-suites'],
    // The same applies to these, or another fault refuses the value.
    anyValue: [
      'authentication-token-webhook',
      'cgroups-per-qos',
      'fail-cgroupv1',
      'fail-swap-on',
      'file-check-frequency',
      'make-iptables-util-chains',
      'oom-score-adj',
      'healthz-port',
      'port',
      'read-only-port',
      'seccomp-default',
      'cpu-manager-policy-options',
      'reserved-memory',
      'topology-manager-policy-options',
      'node-labels',
      'feature-gates',
      'version',
      'vmodule',
    ],
  }),
}
