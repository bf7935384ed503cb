/** Defects in the server's work for services, pods, nodes and elections. */
export const clusterFaults = {
  'replication-controllers-refused': 'objects: no operation on replication controllers is possible',
  'invalid-pods-stored': 'objects: a pod without containers is stored',
  'privileged-containers-never-allowed': '--allow-privileged: privileged containers are never allowed',
  'privileged-containers-always-allowed': '--allow-privileged: privileged containers are always allowed',
  'cluster-ip-range-ignored': '--service-cluster-ip-range: addresses come from another range',
  'cluster-ip-outside-range-accepted': '--service-cluster-ip-range: a service may ask for any address',
  'cluster-ip-given-twice': '--service-cluster-ip-range: a used up range gives an address again',
  'second-cluster-ip-range-unused': '--service-cluster-ip-range: no service gets an address of the second',
  'service-ip-ranges-of-one-family-accepted':
    '--service-cluster-ip-range: two ranges may be of one IP family',
  'node-port-range-ignored': '--service-node-port-range: the default range counts whatever it says',
  'node-port-default-range-wider': '--service-node-port-range: the default is wider than documented',
  'lowest-node-port-unused': '--service-node-port-range: begins one port later',
  'highest-node-port-unused': '--service-node-port-range: ends one port earlier',
  'node-port-outside-range-accepted': '--service-node-port-range: a service may ask for any port',
  'api-service-node-port-ignored': '--orch-service-node-port: the API service has no node port',
  'api-service-always-node-port': '--orch-service-node-port: the API service has a node port without it',
  'endpoint-reconciler-lease-idle': '--endpoint-reconciler-type: lease keeps no endpoints',
  'endpoint-reconciler-master-count-idle': '--endpoint-reconciler-type: master-count keeps no endpoints',
  'endpoint-reconciler-none-reconciles': '--endpoint-reconciler-type: none keeps endpoints',
  'endpoint-reconciler-none-refuses': '--endpoint-reconciler-type: with none, nobody else may keep endpoints',
  'node-agent-certificate-not-shown': '--orchlet-client-certificate: is not shown to node agents',
  'node-agent-shown-serving-certificate':
    '--orchlet-client-certificate: without it, node agents are shown the serving certificate',
  'node-agent-not-verified': '--orchlet-certificate-authority: any node agent is trusted',
  'node-agent-verified-only-with-client-certificate':
    '--orchlet-certificate-authority: has no effect without a client certificate',
  'node-agent-authority-ignored': '--orchlet-certificate-authority: only the CAs of the system count',
  'node-agent-timeout-ignored': '--orchlet-timeout: a node agent has any time to answer',
  'node-agent-timeout-halved': '--orchlet-timeout: a node agent has half of it to answer',
  'node-address-types-unordered': '--orchlet-preferred-address-types: their order does not matter',
  'node-address-default-order-differs': '--orchlet-preferred-address-types: the default order is another',
  'node-address-first-of-status': '--orchlet-preferred-address-types: the first address of a node is used',
  'node-address-of-any-type': '--orchlet-preferred-address-types: an address of another type is used too',
  'coordinated-leadership-without-gate': '--coordinated-leadership-*: there is a lease without the feature',
  'coordinated-lease-duration-ignored': '--coordinated-leadership-lease-duration: is always 15 seconds',
  'coordinated-lease-duration-default-differs':
    '--coordinated-leadership-lease-duration: the default is 30 seconds',
  'coordinated-retry-period-ignored': '--coordinated-leadership-retry-period: is always 2 seconds',
  'coordinated-retry-period-default-differs':
    '--coordinated-leadership-retry-period: the default is 4 seconds',
} as const
