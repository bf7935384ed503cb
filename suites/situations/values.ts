import type { Constraint, DocumentPart, Situation } from '#kit/tables.ts'
import { partMatcher, type Places } from './places.ts'
import { hasNamedValues, isList } from './row-types.ts'

/** Files and fields that hold several certificates, keys, lines or contexts. */
export const bundles: Places = {
  '1 AuthenticationConfiguration': ['certificateAuthority', 'jwt', 'conditions', 'extra', '*Rules'],
  '1 AuthorizationConfiguration': ['authorizers', 'matchConditions'],
  '1 Admission': ['plugins'],
  '1 Encryption': ['resources', 'providers', 'keys'],
  '1 Egress': ['egressSelections', 'caBundle'],
  '2 Generic': ['Controllers'],
  '2 Per-controller': [
    'SAController.RootCAFile',
    '*.GCIgnoredResources',
    'SAController.ServiceAccountKeyFile',
  ],
  '3 API server flags': [
    '--client-ca-file',
    '--requestheader-client-ca-file',
    '--etcd-cafile',
    '--oidc-ca-file',
    '--peer-ca-file',
    '--orchlet-certificate-authority',
    '--service-account-key-file',
    '--token-auth-file',
    '--authorization-policy-file',
    '--tls-sni-cert-key',
    '--tls-cert-file',
  ],
  '3 Audit': ['--audit-policy-file'],
  '3 Node agent flags': ['--client-ca-file', '--resolv-conf', '--manifest-url-header', '--config-dir'],
}

const severalValues: Situation = {
  kind: 'several',
  isAt: (part: DocumentPart) => isList(part) || partMatcher(bundles)(part),
  otherwise: 'It has one value.',
  tried: [
    'flag.*.later',
    'flag.*.bundle',
    'egress.tls.ca-bundle-later',
    'flag.tls-cert-file.served',
    'flag.*.lists*',
    'audit.policy.later-entries',
    'audit.policy.generated',
    'authn.jwt.every-*',
    'authn.jwt.*sets',
    'authn.file.*-unique',
    'authn.jwt.extra-mappings',
    'authn.file.expression-*/*second*',
    'authn.file.expression-*/*last*',
    'authn.anonymous.conditions',
    'authz.match-conditions.*',
    'authz.chain.*',
    'admission.entry.one-per-plugin',
    'encryption.*.keys',
    'encryption.keys.*',
    'encryption.providers.order',
    'encryption.resources.*',
    'kms.keys.of-one-plugin',
    'egress.name.supported',
    'flag.etcd-servers-overrides.*',
    'flag.etcd-servers.list',
    'flag.requestheader-*/*second*',
    'flag.requestheader-*/*another*',
    'flag.requestheader-*/*every*',
    'flag.service-account-issuer.*',
    'flag.tls-sni-cert-key.*',
    'flag.oidc-required-claim.list',
    'flag.oidc-signing-algs.allowed',
    'flag.tls-cipher-suites.negotiated',
    'flag.feature-gates.entries',
    'flag.authorization-mode.order',
    'flag.authorization-policy-file.lines',
    'flag.allow-metric-labels.key',
    'flag.orchlet-preferred-address-types.order',
    'flag.*-admission-plugins.order',
    'manager.generic.controllers.list',
    'manager.generic.leader-migration.lost',
    'manager.garbage-collector-controller.gc-ignored-resources.ignores',
    'manager.sa-controller.root-ca-file.mended/*',
    'agent.pods.resolver',
    'agent.pods.url-headers',
    'agent.configuration.drop-ins',
    'agent.node.addresses',
    'agent.flag.reserved-memory.each-type',
    'generated.agent.lists',
    'agent.images.credential-programs',
    'generated.manager.controllers',
    'generated.files.*',
    '*.each-is-validated',
    'agent.eviction.soft',
    'agent.eviction.reclaim',
    'agent.eviction.each-reclaim',
    'agent.server.cipher-suites',
    'flag.watch-cache-sizes.by-resource',
    'flag.disabled-metrics.gone',
    'agent.flag.enforce-node-allocatable.*',
    'flag.client-ca-file.common-name/*second*',
    'flag.strict-transport-security-directives.*',
    'kms.order.with-others',
    '*.each-is-boolean',
    'authn.jwt.certificate-authority-verifies-issuer',
    'agent.callers.client-certificate',
    'agent.pods.dns',
    'agent.pods.unsafe-sysctls',
    'agent.node.reserved',
    'agent.eviction.signals',
  ],
}

const eachOfSet: Situation = {
  kind: 'each-of-a-set',
  isAt: (part) =>
    hasNamedValues(part) ||
    partMatcher({
      '2 Per-controller': [
        'CSRSigningController.ClusterSigning*',
        'HPAController.*Tolerance',
        'HPAController.*Window',
        'HPAController.*Delay',
        'HPAController.*InitializationPeriod',
        '*.VolumeConfiguration',
      ],
      '2 Cloud': ['UseServiceAccountCredentials'],
      '3 API server flags': [
        '--authorization-mode',
        '--endpoint-reconciler-type',
        '--service-cluster-ip-range',
        '--orchlet-preferred-address-types',
        '--default-*-toleration-seconds',
        '--strict-transport-security-directives',
      ],
      '3 Node agent flags': [
        '--seccomp-default',
        '--cpu-cfs-quota',
        '--node-ip',
        '--eviction-hard',
        '--eviction-soft',
      ],
    })(part),
  otherwise: 'The document names no set of values or subjects.',
  triedAt: ({ row }) =>
    row === 'HPAController.HorizontalPodAutoscalerCPUInitializationPeriod'
      ? ['manager.hpa-controller.horizontal-pod-autoscaler-initial-readiness-delay.each-target/scales-*']
      : [],
  tried: [
    '*.values',
    '*.each',
    '*.each-*',
    'flag.default-*-toleration-seconds.added',
    'flag.strict-transport-security-directives.header',
    'flag.endpoint-reconciler-type.endpoints',
    'flag.service-cluster-ip-range.two-families',
    'agent.pods.seccomp',
    'agent.pods.cpu-quota',
    'agent.node.addresses',
    'agent.node.address-family',
    'agent.eviction.each-signal',
    'agent.eviction.signals',
    'admission-plugins.*',
    'agent.gate.*.effect',
    'flag.authorization-mode.*',
    'manager.csr-signing-controller.*.signs',
    'manager.csr-signing-controller.*.moments.*',
    'generated.manager.signing',
    'flag.orchlet-preferred-address-types.order',
    'encryption.*.key-length',
    'egress.name.*',
    'flag.tls-min-version.enforced',
  ],
}

/** Rows with names that other checks try together. */
const hasNames = partMatcher({
  '3 API server flags': [
    '--enable-admission-plugins',
    '--disable-admission-plugins',
    '--oidc-signing-algs',
    '--authorization-mode',
  ],
  '3 Admission plugins': ['*'],
  '3 Cipher suites': ['TLS_*'],
  '3 Node agent feature gates': ['*'],
  '3 Node labels': ['*'],
  '3 Node agent flags': ['--tls-cipher-suites'],
  '2 Generic': ['Controllers'],
})

const singleValue: Situation = {
  kind: 'alone',
  isAt: (part) => part.isSentence !== true && hasNames(part),
  otherwise: 'It has no names that are tried together.',
  tried: [
    'flag.tls-cipher-suites.alone',
    'flag.tls-cipher-suites.insecure-alone',
    'flag.*-admission-plugins.switches-*',
    'admission-plugins.o*-by-default*',
    'agent.gate.*.effect',
    'manager.generic.controllers.each',
    'manager.generic.controllers.list',
    'flag.authorization-mode.always-*',
    'flag.oidc-signing-algs.allowed',
    'agent.labels.names',
    'agent.labels.prefixes',
    'agent.server.cipher-suites/takes-a-suite-that-is-named',
  ],
}

/** Returns the situations of lists, sets and names, and of two settings that constraints connect. */
export function valueSituations(constraints: readonly Constraint[]): Situation[] {
  const rulesAt = ({ document, section, row }: DocumentPart): readonly string[] =>
    constraints.flatMap(({ from, to, rules }) =>
      [...from, ...to].some((end) => end.document === document && end.section === section && end.row === row)
        ? rules
        : [],
    )
  const connectedSettings: Situation = {
    kind: 'together',
    isAt: (part) => rulesAt(part).length > 0,
    triedAt: rulesAt,
    otherwise: 'The documents connect it with no other setting that a rule judges.',
    tried: [
      'agent.flag.*.source/has-the-value-of-the-flag-instead',
      'manager.*.with-credentials',
      'manager.generic.client-connection.*/with-service-account-credentials',
      'flag.*.of-no-other-flag',
      'generated.*',
    ],
  }
  return [severalValues, connectedSettings, eachOfSet, singleValue]
}
