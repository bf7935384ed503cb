import { blockOf, type Leaf } from './leaf.ts'

const section = 'Per-controller blocks'
const block = (name: string) => blockOf(section, name, `${name}.`)
const signing = block('CSRSigningController')
const collector = block('GarbageCollectorController')
const namespaces = block('NamespaceController')
const ranges = block('NodeIPAMController')
const nodes = block('NodeLifecycleController')
const quota = block('ResourceQuotaController')
const identities = block('SAController')

/** Returns two files that no enabled controller opens. */
const pair = (name: string): readonly [string, string] => [`/none/${name}-a`, `/none/${name}-b`]
const signer = (name: string, words: string): readonly Leaf[] =>
  ['CertFile', 'KeyFile'].map((half) =>
    signing(`${name}/${half}`, 'string', '', ['', `/none/${words}-${half}`], {
      row: `CSRSigningController.${name}`,
    }),
  )

/** The leaves of the controllers of namespaces, nodes, identities and objects without an owner. */
export const clusterLeaves: readonly Leaf[] = [
  // The document does not describe the combination of one pair for all signers with one for a single signer.
  signing('ClusterSigningCertFile', 'string', '', ['/none/cluster-cert', '']),
  signing('ClusterSigningKeyFile', 'string', '', ['/none/cluster-key', '']),
  ...signer('KubeletServingSignerConfiguration', 'serving'),
  ...signer('KubeletClientSignerConfiguration', 'client'),
  ...signer('KubeAPIServerClientSignerConfiguration', 'api-client'),
  ...signer('LegacyUnknownSignerConfiguration', 'legacy'),
  signing('ClusterSigningDuration', 'duration', '8760h0m0s', ['71h0m0s', '72h30m0s']),
  collector('EnableGarbageCollector', 'bool', true, [false, true]),
  collector('ConcurrentGCSyncs', 'int32', 20, [22, 72]),
  collector(
    'GCIgnoredResources',
    'objects',
    [],
    [
      [{ Group: 'a.example', Resource: 'firsts' }],
      [
        { Group: '', Resource: 'events' },
        { Group: 'b.example', Resource: 'seconds' },
      ],
    ],
    { members: ['Group', 'Resource'] },
  ),
  block('LegacySATokenCleaner')('CleanUpPeriod', 'duration', '8760h0m0s', ['73h0m0s', '74h30m0s']),
  namespaces('NamespaceSyncPeriod', 'duration', '5m0s', ['75s', '76.5s']),
  namespaces('ConcurrentNamespaceSyncs', 'int32', 10, [23, 73]),
  ranges('ServiceCIDR', 'string', '', ['10.3.0.0/24', '10.4.0.0/24']),
  ranges('SecondaryServiceCIDR', 'string', '', ['fd00:3::/112', 'fd00:4::/112']),
  ranges('NodeCIDRMaskSize', 'int32', 0, [24, 25], { unit: 'bits' }),
  ranges('NodeCIDRMaskSizeIPv4', 'int32', 0, [26, 27], { unit: 'bits' }),
  ranges('NodeCIDRMaskSizeIPv6', 'int32', 0, [61, 62], { unit: 'bits' }),
  nodes('NodeEvictionRate', 'float32', 0.1, [0.25, 1.5], { unit: 'per second' }),
  nodes('SecondaryNodeEvictionRate', 'float32', 0.01, [0.125, 0.0625], { unit: 'per second' }),
  nodes('NodeStartupGracePeriod', 'duration', '1m0s', ['77s', '78.5s']),
  nodes('NodeMonitorGracePeriod', 'duration', '50s', ['79s', '80.5s']),
  nodes('PodEvictionTimeout', 'duration', '5m0s', ['81s', '82.5s']),
  nodes('LargeClusterSizeThreshold', 'int32', 50, [24, 74]),
  nodes('UnhealthyZoneThreshold', 'float32', 0.55, [0.75, 0.5], { unit: 'share' }),
  quota('ResourceQuotaSyncPeriod', 'duration', '5m0s', ['83s', '84.5s']),
  quota('ConcurrentResourceQuotaSyncs', 'int32', 5, [26, 76]),
  identities('ServiceAccountKeyFile', 'string', '', pair('service-account')),
  identities('ConcurrentSATokenSyncs', 'int32', 5, [27, 77]),
  identities('RootCAFile', 'string', '', pair('root-ca')),
]
