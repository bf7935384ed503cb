import type { AgentRow } from './row.ts'

/** The flags about the node. */
export const nodeRows: readonly AgentRow[] = [
  { flag: '--bootstrap-orchconfig', type: 'string' },
  { flag: '--cloud-provider', type: 'string' },
  { flag: '--event-burst', type: 'int32', default: '100', legal: 20, deprecated: 'C' },
  { flag: '--event-qps', type: 'int32', default: '50', legal: 10, deprecated: 'C' },
  { flag: '--hostname-override', type: 'string' },
  { flag: '--node-ip', type: 'string' },
  { flag: '--node-labels', type: 'pairs', legal: 'a=b' },
  { flag: '--node-status-max-images', type: 'int32', default: '50', legal: 10, deprecated: 'C' },
  { flag: '--node-status-update-frequency', type: 'duration', default: '10s', legal: '1m', deprecated: 'C' },
  { flag: '--orch-api-burst', type: 'int32', default: '100', legal: 20, deprecated: 'C' },
  {
    flag: '--orch-api-content-type',
    type: 'string',
    default: 'application/vnd.orch.protobuf',
    deprecated: 'C',
  },
  { flag: '--orch-api-qps', type: 'int32', default: '50', legal: 10, deprecated: 'C' },
  { flag: '--orchconfig', type: 'string' },
  { flag: '--provider-id', type: 'string' },
  { flag: '--register-node', type: 'bool', default: 'true', legal: false, deprecated: 'C' },
  { flag: '--register-with-taints', type: 'list of taints', legal: 'a=b:NoSchedule', deprecated: 'C' },
  { flag: '--rotate-certificates', type: 'bool', legal: false, deprecated: 'C' },
  { flag: '--rotate-server-certificates', type: 'bool', legal: false, deprecated: 'C' },
]
