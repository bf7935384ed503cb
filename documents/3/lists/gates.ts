import { sentences } from '../../rows.ts'
import type { Row, Section } from '../../shape.ts'

/** A feature gate of the node agent. */
export interface Gate extends Row {
  readonly name: string
  readonly stage: 'ALPHA' | 'BETA'
  readonly default: boolean
}

const alpha = `
  APIServingWithRoutine AllAlpha AllowUnsafeMalformedObjectDeletion
  CBORServingAndStorage CPUManagerPolicyAlphaOptions CSIVolumeHealth
  ClearingNominatedNodeNameAfterBinding ClientsAllowCBOR ClientsPreferCBOR
  CloudControllerManagerWebhook ComponentFlagz ComponentStatusz
  ContainerRestartRules ContainerStopSignals CrossNamespaceVolumeDataSource
  CustomCPUCFSQuotaPeriod DRAConsumableCapacity DRADeviceBindingConditions
  DRADeviceTaints DRAExtendedResource DRAPartitionableDevices
  DeploymentReplicaSetTerminatingReplicas EnvFiles EventedPLEG
  HPAConfigurableTolerance HPAScaleToZero HostnameOverride
  InPlacePodVerticalScalingExclusiveCPUs InPlacePodVerticalScalingExclusiveMemory InTreePluginStorageVendorUnregister
  InformerResourceVersion OrchletCrashLoopBackOffMax OrchletEnsureSecretPulledImages
  OrchletInUserNamespace LoggingAlphaOptions MaxUnavailableStatefulSet
  MemoryQoS NominatedNodeNameForExpectation PodAndContainerStatsFromCRI
  PodCertificateRequest PodLogsQuerySplitStreams PodTopologyLabelsAdmission
  QOSReserved ReduceDefaultCrashLoopBackOffDecay RelaxedServiceNameValidation
  ResourceHealthStatus RuntimeClassInImageCriApi StorageCapacityScoring
  StorageVersionAPI StorageVersionMigrator StrictIPCIDRValidation
  TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy UserNamespacesPodSecurityStandards
  OtherOSCPUAndMemoryAffinity
`

const beta = `
  APIResponseCompression APIServerIdentity AllowParsingUserUIDFromCertAuth
  CPUManagerPolicyBetaOptions ContainerCheckpoint ContextualLogging
  DRAAdminAccess DRAPrioritizedList DRAResourceClaimDeviceStatus
  DRASchedulerFilterTimeout DeclarativeValidation DetectCacheInconsistency
  DisableCPUQuotaWithExclusiveCPUs ExternalServiceAccountTokenSigner GracefulNodeShutdown
  GracefulNodeShutdownBasedOnPodPriority ImageMaximumGCAge InOrderInformers
  InPlacePodVerticalScaling JobManagedBy OrchletFineGrainedAuthz
  OrchletPSI OrchletPodResourcesDynamicResources OrchletPodResourcesGet
  OrchletSeparateDiskGC OrchletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot
  LoggingBetaOptions MatchLabelKeysInPodTopologySpread MatchLabelKeysInPodTopologySpreadSelectorMerge
  OpenAPIEnums PodDeletionCost PodLevelResources
  PodObservedGenerationTracking PodReadyToStartContainersCondition PortForwardWebsockets
  PreferSameTrafficDistribution PreventStaticPodAPIReferences ProcMountType
  ReloadOrchletServerCertificateFile RemoteRequestHeaderUID RotateOrchletServerCertificate
  SELinuxChangePolicy SELinuxMountReadWriteOncePod SchedulerAsyncAPICalls
  SchedulerAsyncPreemption SchedulerPopFromBackoffQ ServiceAccountNodeAudienceRestriction
  SizeBasedListCostEstimate StorageVersionHash StructuredAuthenticationConfigurationEgressSelector
  SupplementalGroupsPolicy SystemdWatchdog TokenRequestServiceAccountUIDValidation
  TopologyManagerPolicyBetaOptions TranslateStreamCloseWebsocketRequests UnauthenticatedHTTP2DOSMitigation
  UserNamespacesSupport WatchList OtherOSGracefulNodeShutdown
`

const betaOff = `
  AllBeta ClusterTrustBundle ClusterTrustBundleProjection
  ConcurrentWatchObjectDecode CoordinatedLeaderElection DeclarativeValidationTakeover
  ImageVolume LocalStorageCapacityIsolationFSQuotaMonitoring MutableCSINodeAllocatableCount
  MutatingAdmissionPolicy NodeLogQuery SELinuxMount
  WatchCacheInitializationPostStartHook WatchListClient
`

const gatesOfStage = (names: string, stage: Gate['stage'], byDefault: boolean): Gate[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ key: name, name, stage, default: byDefault }))

/** Every documented gate. */
export const documentedGates: readonly Gate[] = [
  ...gatesOfStage(alpha, 'ALPHA', false),
  ...gatesOfStage(beta, 'BETA', true),
  ...gatesOfStage(betaOff, 'BETA', false),
]

/** The gates that represent all others of their stage. */
export const stageGates = { ALPHA: 'AllAlpha', BETA: 'AllBeta' } as const

/** Returns the gates of a stage, except the gate that represents the whole stage. */
export function gatesOf(stage: Gate['stage']): readonly Gate[] {
  return documentedGates.filter((gate) => gate.stage === stage && gate.name !== stageGates[stage])
}

export const gates: Section = {
  document: 3,
  section: 'Node agent feature gates (`--feature-gates`)',
  program: 'node-agent',
  page: { address: 'reference/command-line-tools-reference/feature-gates/' },
  rows: [...documentedGates, ...sentences('form of a gate', 'stages and defaults')],
}
