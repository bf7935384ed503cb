const onByDefault = [
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'ClusterTrustBundleAttest',
  'DefaultIngressClass',
  'DefaultStorageClass',
  'DefaultTolerationSeconds',
  'LimitRanger',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'NamespaceLifecycle',
  'PersistentVolumeClaimResize',
  'PodSecurity',
  'PodTopologyLabels',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
  'StorageObjectInUseProtection',
  'TaintNodesByCondition',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
]

// These three keep a server from starting, or its own objects out: AlwaysDeny, EventRateLimit, ImagePolicyWebhook.
const offByDefault = [
  'AlwaysAdmit',
  'AlwaysPullImages',
  'DenyServiceExternalIPs',
  'ExtendedResourceToleration',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'NodeRestriction',
  'OwnerReferencesPermissionEnforcement',
  'PodNodeSelector',
  'PodTolerationRestriction',
]

/** The documented admission plugins that a server can start with when nothing else is configured. */
export const startingPlugins = [...onByDefault, ...offByDefault]

/** The documented admission plugins. */
export const admissionPlugins = [...startingPlugins, 'AlwaysDeny', 'EventRateLimit', 'ImagePolicyWebhook']
