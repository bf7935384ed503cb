import type { VersionDifference } from '../dialect.ts'
import type { VersionRange } from '../version-range.ts'

/** Stage of a gate, and its default. The help lists neither gates that are generally available nor deprecated gates. */
export type GateState =
  | 'absent'
  | `${'ALPHA' | 'BETA'} ${'on' | 'off'}`
  | 'GA on'
  | `DEPRECATED ${'on' | 'off'}`

/** Gates of the node agent that differ from the documents in some versions. */
export interface GateChange {
  readonly versions: VersionRange
  readonly state: GateState
  readonly gates: readonly string[]
}

const before134 = { before: '1.34' } as const
const since135 = { from: '1.35' } as const
const only135 = { from: '1.35', before: '1.36' } as const
const since136 = { from: '1.36' } as const
const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/)

/** The documented gates of the node agent whose state differs in some versions. */
const gateChanges: readonly GateChange[] = [
  {
    versions: before134,
    state: 'absent',
    gates: splitWords(`
      ClearingNominatedNodeNameAfterBinding ContainerRestartRules DRAConsumableCapacity DRADeviceBindingConditions
      DRAExtendedResource DRASchedulerFilterTimeout DetectCacheInconsistency EnvFiles HostnameOverride
      InPlacePodVerticalScalingExclusiveMemory MatchLabelKeysInPodTopologySpreadSelectorMerge
      NominatedNodeNameForExpectation PodCertificateRequest PreventStaticPodAPIReferences
      RelaxedServiceNameValidation SchedulerAsyncAPICalls SizeBasedListCostEstimate
      StructuredAuthenticationConfigurationEgressSelector TokenRequestServiceAccountUIDValidation`),
  },
  {
    versions: before134,
    state: 'ALPHA off',
    gates: splitWords(`
      DRAAdminAccess DRAPrioritizedList ExternalServiceAccountTokenSigner ListFromCacheSnapshot
      MutableCSINodeAllocatableCount MutatingAdmissionPolicy OrchletPSI OrchletPodResourcesDynamicResources
      OrchletPodResourcesGet OrchletServiceAccountTokenForCredentialProviders OtherOSGracefulNodeShutdown
      PodLevelResources PodObservedGenerationTracking PreferSameTrafficDistribution`),
  },
  { versions: before134, state: 'BETA off', gates: ['WatchList'] },
  { versions: { from: '1.34' }, state: 'BETA off', gates: ['SchedulerAsyncAPICalls'] },
  {
    versions: since135,
    state: 'BETA on',
    gates: splitWords(`
      ClearingNominatedNodeNameAfterBinding ContainerRestartRules DeploymentReplicaSetTerminatingReplicas EnvFiles
      HPAConfigurableTolerance HostnameOverride NominatedNodeNameForExpectation OrchletCrashLoopBackOffMax
      OrchletEnsureSecretPulledImages PodTopologyLabelsAdmission WatchListClient`),
  },
  {
    versions: since135,
    state: 'BETA off',
    gates: ['MaxUnavailableStatefulSet', 'PodCertificateRequest', 'StorageVersionMigrator'],
  },
  {
    versions: since135,
    state: 'GA on',
    gates: splitWords(`
      ImageMaximumGCAge InPlacePodVerticalScaling InformerResourceVersion JobManagedBy PodObservedGenerationTracking
      PreferSameTrafficDistribution SupplementalGroupsPolicy SystemdWatchdog`),
  },
  { versions: since135, state: 'absent', gates: ['UserNamespacesPodSecurityStandards'] },
  { versions: only135, state: 'BETA on', gates: ['ImageVolume', 'MutableCSINodeAllocatableCount'] },
  {
    versions: since136,
    state: 'BETA on',
    gates: splitWords(`
      ComponentFlagz ComponentStatusz DRAConsumableCapacity DRADeviceBindingConditions DRADeviceTaints
      DRAExtendedResource DRAPartitionableDevices RelaxedServiceNameValidation ResourceHealthStatus
      StrictIPCIDRValidation UnknownVersionInteroperabilityProxy WatchCacheInitializationPostStartHook`),
  },
  {
    versions: since136,
    state: 'GA on',
    gates: splitWords(`
      CustomCPUCFSQuotaPeriod DRAAdminAccess DRAPrioritizedList DeclarativeValidation
      ExternalServiceAccountTokenSigner ImageVolume InOrderInformers MutableCSINodeAllocatableCount
      MutatingAdmissionPolicy NodeLogQuery OrchletFineGrainedAuthz OrchletPSI OrchletPodResourcesDynamicResources
      OrchletPodResourcesGet ProcMountType SELinuxChangePolicy SELinuxMountReadWriteOncePod UserNamespacesSupport`),
  },
  { versions: since136, state: 'DEPRECATED on', gates: ['DisableCPUQuotaWithExclusiveCPUs'] },
  { versions: since136, state: 'DEPRECATED off', gates: ['DeclarativeValidationTakeover'] },
  { versions: since136, state: 'absent', gates: ['InTreePluginStorageVendorUnregister'] },
]

/** Returns the link to the list of the gates of a version. */
function gateList({ from = '1.33' }: VersionRange): string {
  return `https://github.com/kubernetes/kubernetes/blob/v${from}.0/pkg/features/kube_features.go`
}

/** The changes above, as one difference per gate. */
export const gateDifferences: readonly VersionDifference[] = gateChanges.flatMap(
  ({ versions, state, gates }) =>
    gates.map((name): VersionDifference => {
      const common = {
        program: 'node-agent',
        subject: 'gate',
        name,
        versions,
        link: gateList(versions),
      } as const
      return state === 'absent'
        ? { ...common, absent: true, says: 'It is not yet there, or not any more.' }
        : { ...common, says: `It is ${state.replace(' ', ', and ')}.` }
    }),
)
