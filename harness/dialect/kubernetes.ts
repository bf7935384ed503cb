import { kubernetesForm } from '../at-rest/sealed-form.ts'
import type { Dialect } from './dialect.ts'
import { kubernetesDeviations } from './kubernetes-deviations.ts'

// Each (kind, version) pair is registered on its own: the v1alpha1 kinds stand in two groups.
const configGroupKinds = new Set([
  'AuthenticationConfiguration',
  'AuthorizationConfiguration',
  'TracingConfiguration',
])

const words: Readonly<Record<string, string>> = {
  OrchConfig: 'KubeConfigFile',
  orchConfigFile: 'kubeConfigFile',
  '--orch-service-node-port': '--kubernetes-service-node-port',
  'bootstrap.orch.io/token': 'bootstrap.kubernetes.io/token',
  'application/vnd.orch.protobuf': 'application/vnd.kubernetes.protobuf',
  '/var/run/orch': '/var/run/kubernetes',
  'orch.io/hostname': 'kubernetes.io/hostname',
  'orch.io/pvc-protection': 'kubernetes.io/pvc-protection',
  'node.orch.io/not-ready': 'node.kubernetes.io/not-ready',
  'node.orch.io/unreachable': 'node.kubernetes.io/unreachable',
  'pod-security.orch.io/': 'pod-security.kubernetes.io/',
  'scheduler.alpha.orch.io/': 'scheduler.alpha.kubernetes.io/',
  'storageclass.orch.io/': 'storageclass.kubernetes.io/',
  'ingressclass.orch.io/': 'ingressclass.kubernetes.io/',
  'audit.orch.io/v1': 'audit.k8s.io/v1',
  'abac.authorization.orch.io/v1beta1': 'abac.authorization.kubernetes.io/v1beta1',
}

function text(documented: string): string {
  let spelled = documented
  for (const [from, to] of Object.entries(words)) spelled = spelled.replaceAll(from, to)
  return spelled
    .replaceAll('--orchlet-', '--kubelet-')
    .replaceAll('--orchconfig', '--kubeconfig')
    .replaceAll('--bootstrap-orchconfig', '--bootstrap-kubeconfig')
    .replaceAll('orch-system', 'kube-system')
    .replaceAll('orch.io', 'k8s.io')
}

/** Kubernetes 1.34: kube-apiserver, kube-controller-manager, cloud-controller-manager, kubelet. */
export const kubernetes: Dialect = {
  name: 'kubernetes',
  programs: {
    apiserver: 'kube-apiserver',
    'controller-manager': 'kube-controller-manager',
    'cloud-controller-manager': 'cloud-controller-manager',
    'node-agent': 'kubelet',
    etcd: 'etcd',
  },
  groupDomain: 'k8s.io',
  apiVersion: (kind, documented) =>
    documented === 'apiserver.orch.io/v1alpha1' && configGroupKinds.has(kind)
      ? 'apiserver.config.k8s.io/v1alpha1'
      : text(documented),
  word: (documented) => words[documented] ?? text(documented),
  text,
  open: {
    audienceMatchPolicy: 'MatchAny',
    'failurePolicy.deny': 'Deny',
    'failurePolicy.noOpinion': 'NoOpinion',
    'kms.apiVersion.newer': 'v2',
    'userValidationRule.variable': 'user',
    'matchCondition.variable': 'request',
  },
  capabilities: new Set([
    'who-am-i',
    'token-review',
    'access-review',
    'objects',
    'objects-of-groups',
    'custom-resources',
    'sealed-form',
    'token-request',
    'token-file-csv',
    'organizations-are-groups',
    'abac-policy-lines',
    'bootstrap-secrets',
    'external-jwt-signer',
    'injected-token-request',
    'kms-plugin',
    'plugin-effects',
    'metrics',
    'watch-websocket',
    'ssl-cert-file',
    'spans-name-requests',
  ]),
  sealedForm: kubernetesForm,
  needs: ['service-account-keys', 'authorization'],
  gates: { 'kms-v1': 'KMSv1=true' },
  adminOrganizations: ['system:masters'],
  // The text quotes Go strings, and the last segment of a field's path is always in it.
  refusalNames: (stderr, about) => stderr.replaceAll('\\"', '"').toLowerCase().includes(about.toLowerCase()),
  deviations: kubernetesDeviations,
}
