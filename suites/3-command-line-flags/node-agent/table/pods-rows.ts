import type { AgentRow } from './row.ts'

/** The flags about pods. */
export const podsRows: readonly AgentRow[] = [
  { flag: '--allowed-unsafe-sysctls', type: 'strings', deprecated: 'C' },
  { flag: '--cluster-dns', type: 'strings', deprecated: 'C' },
  { flag: '--cluster-domain', type: 'string', deprecated: 'C' },
  { flag: '--enable-controller-attach-detach', type: 'bool', default: 'true', legal: false, deprecated: 'C' },
  { flag: '--experimental-mounter-path', type: 'string', deprecated: 'R' },
  { flag: '--file-check-frequency', type: 'duration', default: '20s', legal: '1m', deprecated: 'C' },
  { flag: '--hairpin-mode', type: 'string', default: 'promiscuous-bridge', deprecated: 'C' },
  { flag: '--http-check-frequency', type: 'duration', default: '20s', legal: '1m', deprecated: 'C' },
  { flag: '--make-iptables-util-chains', type: 'bool', default: 'true', legal: false, deprecated: 'C' },
  { flag: '--manifest-url', type: 'string', deprecated: 'C' },
  {
    flag: '--manifest-url-header',
    type: 'colonSeparatedMultimapStringString',
    legal: 'A:x',
    deprecated: 'C',
  },
  { flag: '--max-pods', type: 'int32', default: '110', legal: 50, deprecated: 'C' },
  { flag: '--pod-cidr', type: 'string', deprecated: 'C' },
  { flag: '--pod-manifest-path', type: 'string', deprecated: 'C' },
  { flag: '--pod-max-pids', type: 'int', default: '-1', legal: 100, deprecated: 'C' },
  { flag: '--pods-per-core', type: 'int32', legal: 10, deprecated: 'C' },
  { flag: '--resolv-conf', type: 'string', default: '/etc/resolv.conf', deprecated: 'C' },
  { flag: '--runonce', type: 'bool', legal: false, deprecated: 'C' },
  { flag: '--seccomp-default', type: 'RuntimeDefault' },
  { flag: '--sync-frequency', type: 'duration', default: '1m0s', legal: '1m', deprecated: 'C' },
  {
    flag: '--volume-plugin-dir',
    type: 'string',
    default: '/usr/libexec/orch/orchlet-plugins/volume/exec/',
    deprecated: 'C',
  },
  { flag: '--volume-stats-agg-period', type: 'duration', default: '1m0s', legal: '1m', deprecated: 'C' },
]
