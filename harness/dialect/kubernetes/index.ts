import { namesIn } from './refusals.ts'
import { kubernetesForm } from '../sealed-form.ts'
import { controllerNames } from '../controllers.ts'
import type { Dialect, ProgramDialect } from '../dialect.ts'
import { capabilities } from '../../capabilities.ts'
import { isWithin, type MinorVersion, type Versions } from '../version-range.ts'
import { answersOf134 } from './deviations/answers.ts'
import { kubernetesDeviations } from './deviations/index.ts'
import { kubernetesSporadicCrashes } from './deviations/sporadic-crashes.ts'
import { managerHandOver, managerReadBack } from './manager-flags.ts'
import { reloads } from './reload.ts'
import { betaOnlyVersions, kubernetesDifferences } from './versions.ts'

// Kinds whose v1alpha1 is in the group apiserver.config.k8s.io. The v1alpha1 of other kinds is in apiserver.k8s.io.
const configGroupKinds = new Set([
  'AuthenticationConfiguration',
  'AuthorizationConfiguration',
  'TracingConfiguration',
])

const wordReplacements: Readonly<Record<string, string>> = {
  OrchConfig: 'KubeConfigFile',
  orchConfigFile: 'kubeConfigFile',
  '--orch-service-node-port': '--kubernetes-service-node-port',
  'bootstrap.orch.io/token': 'bootstrap.kubernetes.io/token',
  'application/vnd.orch.protobuf': 'application/vnd.kubernetes.protobuf',
  ORCHCONFIG: 'KUBECONFIG',
  '/var/run/orch': '/var/run/kubernetes',
  'orch.io/hostname': 'kubernetes.io/hostname',
  'orch.io/arch': 'kubernetes.io/arch',
  'orch.io/os': 'kubernetes.io/os',
  'beta.orch.io/instance-type': 'beta.kubernetes.io/instance-type',
  'failure-domain.beta.orch.io/': 'failure-domain.beta.kubernetes.io/',
  'topology.orch.io/': 'topology.kubernetes.io/',
  'credentialprovider.orch.io': 'credentialprovider.kubelet.k8s.io',
  'orchlet.orch.io': 'kubelet.kubernetes.io',
  'node.cloudprovider.orch.io': 'node.cloudprovider.kubernetes.io',
  '/usr/libexec/orch/orchlet-plugins': '/usr/libexec/kubernetes/kubelet-plugins',
  InTreePluginStorageVendorUnregister: 'InTreePluginPortworxUnregister',
  OtherOSCPUAndMemoryAffinity: 'WindowsCPUAndMemoryAffinity',
  OtherOSGracefulNodeShutdown: 'WindowsGracefulNodeShutdown',
  orch_feature_enabled: 'kubernetes_feature_enabled',
  orchAPI: 'kubeAPI',
  orchReserved: 'kubeReserved',
  'orch.io/pvc-protection': 'kubernetes.io/pvc-protection',
  'node.cloudprovider.orch.io/': 'node.cloudprovider.kubernetes.io/',
  'service.orch.io/': 'service.kubernetes.io/',
  'pod-security.orch.io/': 'pod-security.kubernetes.io/',
  'scheduler.alpha.orch.io/': 'scheduler.alpha.kubernetes.io/',
  'storageclass.orch.io/': 'storageclass.kubernetes.io/',
  'ingressclass.orch.io/': 'ingressclass.kubernetes.io/',
  'orch.io/orchlet-serving': 'kubernetes.io/kubelet-serving',
  'orch.io/orch-apiserver-client-orchlet': 'kubernetes.io/kube-apiserver-client-kubelet',
  'orch.io/orch-apiserver-client': 'kubernetes.io/kube-apiserver-client',
  'orch.io/legacy-unknown': 'kubernetes.io/legacy-unknown',
  'orch.io/service-account': 'kubernetes.io/service-account',
  'orch.io/service-name': 'kubernetes.io/service-name',
  'orch.io/legacy-token': 'kubernetes.io/legacy-token',
  'orch.io/host-path': 'kubernetes.io/host-path',
  'orch-apiserver-legacy-': 'kube-apiserver-legacy-',
  'orch-node-lease': 'kube-node-lease',
  'volume.orch.io/': 'volume.kubernetes.io/',
  'volumes.orch.io/': 'volumes.kubernetes.io/',
  'audit.orch.io/v1': 'audit.k8s.io/v1',
  'abac.authorization.orch.io/v1beta1': 'abac.authorization.kubernetes.io/v1beta1',
}

// Labels, taints and annotations of nodes. Followed by a version, the same text is an API group, which is spelled like
// other groups.
const nodeNamePattern = /node\.orch\.io\/(?!v\d)/g

// Spellings of short texts: flags and fields recur in each start, and whole files do not.
const formCache = new Map<string, string>()
const maxCachedLength = 200
const maxCachedTexts = 20_000

function spellText(documented: string): string {
  if (documented.length > maxCachedLength) return convertFields(documented)
  const spelling = formCache.get(documented) ?? convertFields(documented)
  if (formCache.size < maxCachedTexts) formCache.set(documented, spelling)
  return spelling
}

function convertFields(documented: string): string {
  let written = documented
  for (const [from, to] of Object.entries(wordReplacements)) written = written.replaceAll(from, to)
  return written
    .replaceAll(nodeNamePattern, 'node.kubernetes.io/')
    .replaceAll('--orch-api-', '--kube-api-')
    .replaceAll('orch-reserved', 'kube-reserved')
    .replaceAll('orchlet', 'kubelet')
    .replaceAll('Orchlet', 'Kubelet')
    .replaceAll('--orchconfig', '--kubeconfig')
    .replaceAll('--bootstrap-orchconfig', '--bootstrap-kubeconfig')
    .replaceAll('orch-system', 'kube-system')
    .replaceAll('orch.io', 'k8s.io')
}

/**
 * Common part of both controller managers. The flag makes the paths that checks read accessible without authorization.
 */
const manager: Omit<ProgramDialect, 'file'> = {
  needs: ['serving-certificate'],
  flags: { '--authorization-always-allow-paths': '/healthz,/metrics,/configz,/debug/*' },
  controllers: {
    ...controllerNames,
    ServiceController: 'service-lb-controller',
    RouteController: 'node-route-controller',
  },
  configuration: managerHandOver,
  migrationFile: '--leader-migration-config',
}

const configRoots = {
  'controller-manager': 'kubecontrollermanager.config.k8s.io',
  'cloud-controller-manager': 'cloudcontrollermanager.config.k8s.io',
} as const

function programDialects(versions: Versions): Dialect['programs'] {
  const { programs } = kubernetes
  const readableProgram = (role: keyof typeof configRoots) => ({
    ...programs[role],
    readBack: managerReadBack(configRoots[role], versions[role]),
  })
  return {
    ...programs,
    'controller-manager': readableProgram('controller-manager'),
    'cloud-controller-manager': readableProgram('cloud-controller-manager'),
  }
}

const defaultVersion = '1.34'

/**
 * Returns a function that spells the apiVersion of a kind. Each version registers different pairs of kind and version.
 */
function apiVersionIn(versions: Versions): Dialect['apiVersion'] {
  const version = versions.apiserver ?? defaultVersion
  return (kind, documented) => {
    if (documented === 'apiserver.orch.io/v1alpha1' && configGroupKinds.has(kind))
      return 'apiserver.config.k8s.io/v1alpha1'
    const range = betaOnlyVersions[kind]
    return documented === 'apiserver.config.orch.io/v1' && range !== undefined && isWithin(version, range)
      ? 'apiserver.config.k8s.io/v1beta1'
      : spellText(documented)
  }
}

/** Values for checks of emulation: the version before 1.34, and an API and a gate of 1.34 that this version lacks. */
const emulationValues: Dialect['open'] = {
  'emulation.version': '1.33',
  'emulation.newer-api': 'resource.k8s.io/v1',
  'emulation.beta-api': 'resource.k8s.io/v1beta1',
  'emulation.newer-gate': 'EnvFiles',
}
/** Values of 1.33. It has none for `emulation.newer-api`, because it serves no new API by default. */
const before134: Dialect['open'] = {
  'emulation.version': '1.32',
  'emulation.newer-gate': 'StrictIPCIDRValidation',
  'all-alpha.apis': 'internal.apiserver.k8s.io/v1alpha1=true,admissionregistration.k8s.io/v1alpha1=true',
}

const since136: Dialect['open'] = {
  'all-alpha.apis': 'internal.apiserver.k8s.io/v1alpha1=true,scheduling.k8s.io/v1alpha2=true',
}

/** Returns the values that the documents leave open, as far as a version has them. */
function openValues(versions: Versions): Dialect['open'] {
  const version = versions.apiserver ?? defaultVersion
  return { ...openValuesSince(version), 'emulation.own-version': version }
}

function openValuesSince(version: MinorVersion): Dialect['open'] {
  if (isWithin(version, { from: '1.36' })) return { ...kubernetes.open, ...since136 }
  if (!isWithin(version, { before: '1.34' })) return kubernetes.open
  const emulationNames = Object.keys(emulationValues)
  const knownValues = Object.entries(kubernetes.open).filter(([name]) => !emulationNames.includes(name))
  return { ...Object.fromEntries(knownValues), ...before134 }
}

/** Kubernetes since 1.33: kube-apiserver, kube-controller-manager, cloud-controller-manager, kubelet. */
export const kubernetes: Dialect = {
  name: 'kubernetes',
  runtime: 'go',
  versionAfterPrefix: 'Kubernetes v',
  usualVersion: defaultVersion,
  differences: kubernetesDifferences,
  ofVersions: (versions) => ({
    ...kubernetes,
    versions,
    apiVersion: apiVersionIn(versions),
    open: openValues(versions),
    programs: programDialects(versions),
  }),
  programs: {
    apiserver: { file: 'kube-apiserver', needs: ['service-account-keys', 'host-name'] },
    'controller-manager': {
      file: 'kube-controller-manager',
      ...manager,
      readBack: managerReadBack(configRoots['controller-manager']),
    },
    'cloud-controller-manager': {
      file: 'cloud-controller-manager',
      ...manager,
      // Several programs cannot share the default port of webhooks.
      flags: { ...manager.flags, '--webhook-secure-port': '0' },
      readBack: managerReadBack(configRoots['cloud-controller-manager']),
    },
    'node-agent': {
      file: 'kubelet',
      needs: ['private-mounts'],
      configuration: { as: 'file', flag: '--config' },
      readBack: { path: '/configz', pointerOf: (pointer) => `/kubeletconfig${spellText(pointer)}` },
    },
    etcd: { file: 'etcd', needs: [] },
  },
  groupDomain: 'k8s.io',
  apiVersion: apiVersionIn({}),
  word: (documented) => wordReplacements[documented] ?? spellText(documented),
  text: spellText,
  open: {
    audienceMatchPolicy: 'MatchAny',
    'failurePolicy.deny': 'Deny',
    'failurePolicy.noOpinion': 'NoOpinion',
    'secret-tokens.issuer': 'kubernetes/serviceaccount',
    'kms.apiVersion.newer': 'v2',
    'userValidationRule.variable': 'user',
    'matchCondition.variable': 'request',
    component: 'kube',
    'coordinated-elections.apis': 'coordination.k8s.io/v1beta1=true',
    'gate.coordinated-elections': 'CoordinatedLeaderElection',
    'api.service': 'kubernetes',
    'gate.peer-proxy': 'UnknownVersionInteroperabilityProxy=true',
    'all-alpha.apis': 'internal.apiserver.k8s.io/v1alpha1=true',
    'all-beta.apis': 'admissionregistration.k8s.io/v1beta1=true,coordination.k8s.io/v1beta1=true',
    ...emulationValues,
  },
  // Kubernetes has no built-in cloud provider: the cloud controller manager in its tree ends at once.
  capabilities: new Set(capabilities.filter((name) => name !== 'cloud-peer')),
  sealedForm: kubernetesForm,
  gates: { 'kms-v1': 'KMSv1=true', 'user-namespace': 'KubeletInUserNamespace=true' },
  adminOrganizations: ['system:masters'],
  refusalNames: namesIn,
  reloads,
  deviations: kubernetesDeviations,
  sporadicCrashes: kubernetesSporadicCrashes,
  answers: { '1.34': answersOf134 },
}
