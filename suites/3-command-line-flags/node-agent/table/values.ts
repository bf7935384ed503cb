import type { AgentValues } from './agent-values.ts'

const belowZero = { 'a negative number': -1 }
const noPort = { 'a number beyond all ports': 65_536, 'a negative number': -1 }

/** The flags with documented words. */
export const wordValues: readonly AgentValues[] = [
  {
    flag: '--cgroup-driver',
    says: 'The drivers are cgroupfs and systemd.',
    legal: ['cgroupfs'],
    wrong: { 'another driver': 'initd' },
  },
  {
    flag: '--cloud-provider',
    says: 'The provider is external, or empty for none.',
    legal: ['', 'external'],
    wrong: { 'another provider': 'sky' },
    about: 'cloud provider',
  },
  {
    flag: '--cpu-manager-policy',
    says: 'The policies for CPUs are none and static.',
    legal: ['none'],
    wrong: { 'another policy': 'dynamic' },
    about: 'policy',
  },
  {
    flag: '--hairpin-mode',
    says: 'The modes are promiscuous-bridge, hairpin-veth and none.',
    legal: ['promiscuous-bridge', 'hairpin-veth', 'none'],
    wrong: { 'another mode': 'hairpin' },
    about: 'hairpin',
  },
  {
    flag: '--logging-format',
    says: 'The only format of logs is text.',
    legal: ['text'],
    wrong: { 'another format': 'xml' },
    about: 'format',
  },
  {
    flag: '--memory-manager-policy',
    says: 'The policies for memory are None and Static.',
    legal: ['None'],
    wrong: { 'another policy': 'Dynamic', 'a policy in another case': 'none' },
    about: 'policy',
  },
  {
    flag: '--tls-min-version',
    says: 'The versions of TLS are VersionTLS10 to VersionTLS13.',
    legal: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
    wrong: { 'another version': 'VersionTLS14', 'a bare number': '1.2' },
    about: 'tls',
  },
  {
    flag: '--topology-manager-policy',
    says: 'The topology manager policies are none, best-effort, restricted and single-numa-node.',
    legal: ['none', 'best-effort', 'restricted', 'single-numa-node'],
    wrong: { 'another policy': 'best' },
  },
  {
    flag: '--topology-manager-scope',
    says: 'The topology manager scopes are container and pod.',
    legal: ['container', 'pod'],
    wrong: { 'another scope': 'node' },
  },
  {
    flag: '--authorization-mode',
    says: 'The modes of authorization are AlwaysAllow and Webhook.',
    legal: ['AlwaysAllow'],
    wrong: { 'a mode of API servers': 'RBAC' },
    about: 'authorization mode',
  },
  {
    flag: '--enforce-node-allocatable',
    says: 'The levels are none, pods, and those of the two reservations.',
    legal: ['none'],
    wrong: { 'another level': 'containers' },
  },
  {
    flag: '--tls-cipher-suites',
    says: 'The suites are those of the table.',
    legal: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
    wrong: { 'another suite': 'TLS_NULL_WITH_NULL_NULL' },
    about: 'TLS_NULL_WITH_NULL_NULL',
  },
]

/** The flags with documented numbers. */
export const numberValues: readonly AgentValues[] = [
  {
    flag: '--container-log-max-files',
    says: 'A container has at least 2 log files.',
    legal: [2],
    wrong: { 'one file': 1 },
    about: 'containerLogMaxFiles',
  },
  {
    flag: '--event-burst',
    says: 'The burst of events is at least 0.',
    legal: [0],
    wrong: belowZero,
  },
  { flag: '--event-qps', says: 'The rate of events is at least 0.', legal: [0], wrong: belowZero },
  {
    flag: '--image-gc-high-threshold',
    says: 'The high threshold is a percentage.',
    legal: [81, 100],
    // Less than nothing is less than the low threshold, too.
    wrong: { 'more than everything': 101 },
  },
  {
    flag: '--image-gc-low-threshold',
    says: 'The low threshold is a percentage.',
    legal: [0, 84],
    // More than everything is more than the high threshold, too.
    wrong: { 'less than nothing': -1 },
  },
  {
    flag: '--oom-score-adj',
    says: 'The score is from -1000 to 1000.',
    legal: [1000],
    wrong: { 'a lower one': -1001, 'a higher one': 1001 },
  },
  {
    flag: '--orch-api-burst',
    says: 'The burst of requests is at least 0.',
    legal: [0],
    wrong: belowZero,
  },
  { flag: '--orch-api-qps', says: 'The rate of requests is at least 0.', legal: [0], wrong: belowZero },
  {
    flag: '--healthz-port',
    says: 'The health port is a port, or 0 for none.',
    legal: [],
    wrong: noPort,
    opens: { health: false },
  },
  { flag: '--port', says: 'The serving port is a port.', legal: [], wrong: noPort, opens: { main: false } },
  {
    flag: '--read-only-port',
    says: 'The read-only port is a port, or 0 for none.',
    legal: [0],
    wrong: noPort,
  },
]
