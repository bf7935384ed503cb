import type { Sourced } from './sourced.ts'

/** What the sources say of pods. */
export const podsSources: readonly Sourced[] = [
  {
    flag: '--allowed-unsafe-sysctls',
    field: '/allowedUnsafeSysctls',
    values: [['kernel.msgmax'], ['kernel.msg*'], ['net.ipv4.route.min_pmtu']],
  },
  {
    flag: '--cluster-dns',
    field: '/clusterDNS',
    values: [['10.0.0.10'], ['10.0.0.11'], ['10.0.0.12', '10.0.0.13']],
  },
  {
    flag: '--cluster-domain',
    field: '/clusterDomain',
    values: ['file.example', 'drop-in.example', 'flag.example'],
  },
  {
    flag: '--enable-controller-attach-detach',
    field: '/enableControllerAttachDetach',
    default: true,
    values: [false, true, false],
  },
  {
    flag: '--file-check-frequency',
    field: '/fileCheckFrequency',
    default: '20s',
    values: ['21s', '22s', '23s'],
  },
  {
    flag: '--hairpin-mode',
    field: '/hairpinMode',
    default: 'promiscuous-bridge',
    values: ['hairpin-veth', 'none', 'promiscuous-bridge'],
  },
  {
    flag: '--http-check-frequency',
    field: '/httpCheckFrequency',
    default: '20s',
    values: ['21s', '22s', '23s'],
  },
  {
    flag: '--make-iptables-util-chains',
    field: '/makeIPTablesUtilChains',
    values: [false, false, false],
    beneath: true,
  },
  { flag: '--manifest-url', field: '/staticPodURL', values: ['@url/1', '@url/2', '@url/3'] },
  {
    flag: '--manifest-url-header',
    field: '/staticPodURLHeader',
    values: [{ A: ['file'] }, { A: ['drop-in'] }, { A: ['flag'] }],
  },
  { flag: '--max-pods', field: '/maxPods', default: 110, values: [111, 112, 113] },
  { flag: '--pod-cidr', field: '/podCIDR', values: ['10.1.0.0/24', '10.2.0.0/24', '10.3.0.0/24'] },
  {
    flag: '--pod-manifest-path',
    field: '/staticPodPath',
    values: ['@manifests-1', '@manifests-2', '@manifests-3'],
  },
  { flag: '--pod-max-pids', field: '/podPidsLimit', default: -1, values: [1001, 1002, 1003] },
  { flag: '--pods-per-core', field: '/podsPerCore', values: [11, 12, 13] },
  {
    flag: '--resolv-conf',
    field: '/resolvConf',
    default: '/etc/resolv.conf',
    values: ['@resolv-1.conf', '@resolv-2.conf', '@resolv-3.conf'],
  },
  { flag: '--sync-frequency', field: '/syncFrequency', default: '1m0s', values: ['1m1s', '1m2s', '1m3s'] },
  {
    flag: '--volume-plugin-dir',
    field: '/volumePluginDir',
    values: ['@plugins-1', '@plugins-2', '@plugins-3'],
  },
  {
    flag: '--volume-stats-agg-period',
    field: '/volumeStatsAggPeriod',
    default: '1m0s',
    values: ['1m1s', '1m2s', '1m3s'],
  },
]
