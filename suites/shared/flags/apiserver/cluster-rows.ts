import type { FlagRow } from '../row/flag-row.ts'
import { admissionPlugins, startingPlugins } from '#documents/3/admission-plugins.ts'

const noPlugin = { 'a plugin that does not exist': 'LimitRanger,LimitRangers' }

/** Flags of the rest of the cluster and of admission. */
export const clusterRows: readonly FlagRow[] = [
  { flag: '--admission-control-config-file', type: 'string' },
  { flag: '--aggregator-reject-forwarding-redirect', type: 'bool', default: 'true', legal: false },
  { flag: '--allow-privileged', type: 'bool', default: 'false', legal: true },
  { flag: '--coordinated-leadership-lease-duration', type: 'duration', default: '15s', legal: '20s' },
  { flag: '--coordinated-leadership-renew-deadline', type: 'duration', default: '10s', legal: '12s' },
  { flag: '--coordinated-leadership-retry-period', type: 'duration', default: '2s', legal: '3s' },
  { flag: '--default-not-ready-toleration-seconds', type: 'int', default: '300', legal: 200 },
  { flag: '--default-unreachable-toleration-seconds', type: 'int', default: '300', legal: 200 },
  {
    flag: '--disable-admission-plugins',
    type: 'strings',
    takes: {
      says: `The plugins to disable are ${admissionPlugins.join(',')}.`,
      legal: [admissionPlugins.join(',')],
      wrong: noPlugin,
      about: 'plugin',
    },
  },
  { flag: '--egress-selector-config-file', type: 'string' },
  {
    flag: '--enable-admission-plugins',
    type: 'strings',
    takes: {
      says: `The plugins to enable are ${startingPlugins.join(',')}.`,
      legal: [startingPlugins.join(',')],
      wrong: noPlugin,
      about: 'plugin',
      apartFrom: ['--disable-admission-plugins'],
    },
  },
  { flag: '--enable-aggregator-routing', type: 'bool', legal: true },
  {
    flag: '--endpoint-reconciler-type',
    type: 'string',
    default: 'lease',
    takes: {
      says: 'The types of the endpoint reconciler are master-count, lease, none.',
      legal: ['master-count', 'lease', 'none'],
      wrong: { 'a type that does not exist': 'nobody' },
      about: 'reconciler',
    },
  },
  { flag: '--orchlet-certificate-authority', type: 'string' },
  { flag: '--orchlet-client-certificate', type: 'string' },
  { flag: '--orchlet-client-key', type: 'string' },
  {
    flag: '--orchlet-preferred-address-types',
    type: 'strings',
    default: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
  },
  { flag: '--orchlet-timeout', type: 'duration', default: '5s', legal: '4s' },
  { flag: '--orch-service-node-port', type: 'int', legal: 30050 },
  { flag: '--peer-advertise-ip', type: 'string' },
  { flag: '--peer-advertise-port', type: 'string' },
  { flag: '--peer-ca-file', type: 'string' },
  { flag: '--proxy-client-cert-file', type: 'string' },
  { flag: '--proxy-client-key-file', type: 'string' },
  { flag: '--service-cluster-ip-range', type: 'string' },
  { flag: '--service-node-port-range', type: 'string N1-N2', default: '30000-32767', legal: '30000-30100' },
]
