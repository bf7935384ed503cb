import { elements, field } from '../../manager/field.ts'

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3_600_000

/** Fields of the controllers for namespaces, nodes, identities and objects without an owner. */
export const clusterFields = [
  field('/CSRSigningController/ClusterSigningCertFile', 'string'),
  field('/CSRSigningController/ClusterSigningKeyFile', 'string'),
  field('/CSRSigningController/KubeletServingSignerConfiguration/CertFile', 'string'),
  field('/CSRSigningController/KubeletServingSignerConfiguration/KeyFile', 'string'),
  field('/CSRSigningController/KubeletClientSignerConfiguration/CertFile', 'string'),
  field('/CSRSigningController/KubeletClientSignerConfiguration/KeyFile', 'string'),
  field('/CSRSigningController/KubeAPIServerClientSignerConfiguration/CertFile', 'string'),
  field('/CSRSigningController/KubeAPIServerClientSignerConfiguration/KeyFile', 'string'),
  field('/CSRSigningController/LegacyUnknownSignerConfiguration/CertFile', 'string'),
  field('/CSRSigningController/LegacyUnknownSignerConfiguration/KeyFile', 'string'),
  field('/CSRSigningController/ClusterSigningDuration', 'duration', 365 * 24 * hourMs),
  field('/GarbageCollectorController/EnableGarbageCollector', 'bool', true),
  field('/GarbageCollectorController/ConcurrentGCSyncs', 'int32', 20),
  elements('/GarbageCollectorController/GCIgnoredResources', 'Group', 'Resource'),
  field('/LegacySATokenCleaner/CleanUpPeriod', 'duration', 365 * 24 * hourMs),
  field('/NamespaceController/NamespaceSyncPeriod', 'duration', 5 * minuteMs),
  field('/NamespaceController/ConcurrentNamespaceSyncs', 'int32', 10),
  field('/NodeIPAMController/ServiceCIDR', 'string'),
  field('/NodeIPAMController/SecondaryServiceCIDR', 'string'),
  field('/NodeIPAMController/NodeCIDRMaskSize', 'int32'),
  field('/NodeIPAMController/NodeCIDRMaskSizeIPv4', 'int32'),
  field('/NodeIPAMController/NodeCIDRMaskSizeIPv6', 'int32'),
  field('/NodeLifecycleController/NodeEvictionRate', 'float', 0.1),
  field('/NodeLifecycleController/SecondaryNodeEvictionRate', 'float', 0.01),
  field('/NodeLifecycleController/NodeStartupGracePeriod', 'duration', minuteMs),
  field('/NodeLifecycleController/NodeMonitorGracePeriod', 'duration', 50 * secondMs),
  field('/NodeLifecycleController/PodEvictionTimeout', 'duration', 5 * minuteMs),
  field('/NodeLifecycleController/LargeClusterSizeThreshold', 'int32', 50),
  field('/NodeLifecycleController/UnhealthyZoneThreshold', 'float', 0.55),
  field('/ResourceQuotaController/ResourceQuotaSyncPeriod', 'duration', 5 * minuteMs),
  field('/ResourceQuotaController/ConcurrentResourceQuotaSyncs', 'int32', 5),
  field('/SAController/ServiceAccountKeyFile', 'string'),
  field('/SAController/ConcurrentSATokenSyncs', 'int32', 5),
  field('/SAController/RootCAFile', 'string'),
] as const
