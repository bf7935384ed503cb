import client from '../client-config/faults.json' with { type: 'json' }
import { perFlagFaults } from '../flags/faults.ts'
import type { QuirkList } from '../quirks/quirks.ts'
import { sourceFaults } from './config/source-faults.ts'
import { agentFlags } from './flags/table.ts'
import { gateFaults } from './gates/faults.ts'
import { namedFaults } from './named-faults.ts'

/** All faults of the node agent, each with its effect. */
export const agentFaults: QuirkList = {
  ...namedFaults,
  'client-config-certificate-not-shown': client['client-config-certificate-not-shown'],
  'client-config-token-not-sent': client['client-config-token-not-sent'],
  ...gateFaults,
  ...sourceFaults(agentFlags),
  ...perFlagFaults(agentFlags, {
    // Every start needs these values, so a fault that refuses one would break all checks.
    lastValue: ['authorization-mode', 'enforce-node-allocatable', 'tls-cipher-suites'],
    // Every start also needs these flags, or a separate fault refuses their values.
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
