import { agentFlag, int32Max } from './agent-flag.ts'

/** Flags for the node and the API server. */
export const nodeFlags = [
  agentFlag('bootstrap-orchconfig', 'string', 'client configuration for asking for a certificate'),
  agentFlag('cloud-provider', 'string', 'cloud that the node is in', { oneOf: ['', 'external'] }),
  agentFlag('event-burst', 'int32', 'events at once', {
    default: '100',
    range: [0, int32Max],
    deprecated: 'to be set in the file of --config',
    field: '/eventBurst',
  }),
  agentFlag('event-qps', 'int32', 'events a second', {
    default: '50',
    range: [0, int32Max],
    deprecated: 'to be set in the file of --config',
    field: '/eventRecordQPS',
  }),
  agentFlag('hostname-override', 'string', 'name of the node'),
  agentFlag('node-ip', 'string', 'addresses of the node'),
  agentFlag('node-labels', 'pairs', 'labels of a new node'),
  agentFlag('node-status-max-images', 'int32', 'images that the node tells of, -1 for all', {
    default: '50',
    deprecated: 'to be set in the file of --config',
    field: '/nodeStatusMaxImages',
  }),
  agentFlag('node-status-update-frequency', 'duration', 'how often the node tells of itself', {
    default: '10s',
    deprecated: 'to be set in the file of --config',
    field: '/nodeStatusUpdateFrequency',
  }),
  agentFlag('orch-api-burst', 'int32', 'requests at once', {
    default: '100',
    range: [0, int32Max],
    deprecated: 'to be set in the file of --config',
    field: '/orchAPIBurst',
  }),
  agentFlag('orch-api-content-type', 'string', 'type of what is sent to the API server', {
    default: 'application/vnd.orch.protobuf',
    deprecated: 'to be set in the file of --config',
    field: '/contentType',
  }),
  agentFlag('orch-api-qps', 'int32', 'requests a second', {
    default: '50',
    range: [0, int32Max],
    deprecated: 'to be set in the file of --config',
    field: '/orchAPIQPS',
  }),
  agentFlag('orchconfig', 'string', 'client configuration of the API server'),
  agentFlag('provider-id', 'string', 'what the cloud calls the node'),
  agentFlag('register-node', 'bool', 'registers the node', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/registerNode',
  }),
  agentFlag('register-with-taints', 'taints', 'taints of a new node', {
    deprecated: 'to be set in the file of --config',
    field: '/registerWithTaints',
  }),
  agentFlag('rotate-certificates', 'bool', 'renews client certificates', {
    deprecated: 'to be set in the file of --config',
    field: '/rotateCertificates',
  }),
  agentFlag('rotate-server-certificates', 'bool', 'asks for serving certificates', {
    deprecated: 'to be set in the file of --config',
    field: '/serverTLSBootstrap',
  }),
]
