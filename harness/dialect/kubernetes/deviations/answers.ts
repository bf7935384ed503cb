import type { ConfirmedAnswers } from '../../dialect.ts'

/**
 * Wrong responses of Kubernetes 1.34 where it deviates, as seen on running programs: fingerprints by check. A failure
 * with another fingerprint is a different failure, and broken.
 */
export const answersOf134: ConfirmedAnswers = {
  'admission.entry.name-registered/refuses-the-name-of-a-plugin-but-in-lower-case': ['2:1db57cb82dff2d96'],
  'admission.entry.name-registered/refuses-the-name-of-a-plugin-with-a-letter-more': ['2:1db57cb82dff2d96'],
  'admission.entry.name-registered/refuses-the-name-of-no-plugin-at-all': ['2:1db57cb82dff2d96'],
  'admission.entry.name-required/refuses-an-entry-whose-name-is-empty': ['2:1db57cb82dff2d96'],
  'admission.entry.name-required/refuses-an-entry-without-name': ['2:1db57cb82dff2d96'],
  'admission.entry.repeated-plugin/refuses-two-entries-of-one-plugin': ['2:1db57cb82dff2d96'],
  'admission.entry.repeated-plugin/refuses-two-entries-of-one-plugin-with-another-between-them': [
    '2:1db57cb82dff2d96',
  ],
  'admission.file.types/refuses-a-text-where-an-object-belongs': ['2:1db57cb82dff2d96'],
  'admission.file.v1alpha1-refusals/refuses-a-file-with-an-entry-for-no-plugin': ['2:1db57cb82dff2d96'],
  'admission.file.v1alpha1-refusals/refuses-a-file-with-an-entry-without-a-name': ['2:1db57cb82dff2d96'],
  'agent.api.burst-zero/asks-more-often-at-once-than-10-times': ['2:3b2f1127e692f19a'],
  'agent.api.rate-zero/asks-much-more-often-than-5-times-a-second': ['2:843fee26daf906a3'],
  'agent.flag.cgroup-driver.values/refuses-another-driver': ['2:1db57cb82dff2d96'],
  'agent.flag.cpu-manager-reconcile-period.unset/has-another-one-with-another-frequency': [
    '2:8f4f6c05c2888e8f',
  ],
  'agent.flag.cpu-manager-reconcile-period.unset/has-that-period': ['2:8f4f6c05c2888e8f'],
  'agent.flag.log-text-split-stream.source/has-the-value-of-the-configuration-file': ['2:9eb18cc07e8cac84'],
  'agent.flag.node-labels.type/refuses-a-key-without-a-value': ['2:1db57cb82dff2d96'],
  'agent.flag.qos-reserved.values/refuses-it-without-its-gate': ['2:1db57cb82dff2d96'],
  'agent.flag.streaming-connection-idle-timeout.idle/one-that-is-idle-is-closed-after-that-time': [
    '2:d5257bb3f9a7c52f',
  ],
  'agent.gate.NodeLogQuery.effect/has-its-default-where-nobody-names-it': ['2:490ff3daf73f1388'],
  'agent.gate.NodeLogQuery.help/shows-its-default': ['2:db782c810414899d'],
  'agent.gates.known/refuses-one-that-differs-in-a-letter': ['2:1db57cb82dff2d96'],
  'agent.gates.known/refuses-one-that-differs-in-case': ['2:1db57cb82dff2d96'],
  'agent.gates.listed/lists-all-of-them-so': ['2:f01fd9065a28b3bd'],
  'agent.images.infra/leaves-that-image': ['2:e6a08c94512fab09', '2:e24063c8a264e59f'],
  'agent.pods.cgroup-root/gives-the-runtime-a-cgroup-below-it': ['2:08a2ec5dc41f373a'],
  'agent.pods.of-others/leaves-a-container-of-somebody-else': ['2:1765c86bd02af6fa'],
  'agent.runtime.pod-cidr/does-not-count-with-an-api-server': ['2:528b69b4324a3b62'],
  'authn.file.audience-match-policy-optional/accepts-two-audiences-without-a-policy': ['2:f8dcf6cc3d1977ac'],
  'authn.file.extra-key-path/accepts-a-key-whose-path-has-an-at-sign': ['2:3b16ca022b4de388'],
  'authn.file.extra-key-path/refuses-a-key-whose-path-has-a-percent-sign-that-escapes-nothing': [
    '2:1db57cb82dff2d96',
  ],
  'authn.file.issuer-url-form/refuses-a-url-without-a-host': ['2:1db57cb82dff2d96'],
  'authn.file.required-anonymous-enabled/refuses-a-file-without-the-enabled-of-anonymous': [
    '2:1db57cb82dff2d96',
  ],
  'authn.file.required-condition-path/refuses-a-file-without-the-path-of-a-condition': ['2:1db57cb82dff2d96'],
  'authn.file.required-jwt/refuses-a-file-without-jwt': ['2:1db57cb82dff2d96'],
  'authn.file.uid-exactly-one/refuses-a-uid-with-neither-claim-nor-expression': ['2:1db57cb82dff2d96'],
  'authn.jwt.exp-is-a-number-in-the-future/refuses-a-token-whose-exp-is-a-text': ['2:80e5914c60b73575'],
  'authn.jwt.groups-claim-is-a-string-or-list/gives-no-group-for-an-empty-text': ['2:949138a079938f1b'],
  'authn.jwt.groups-prefix-is-put-before/gives-no-group-for-an-empty-text': ['2:808f5bfc51ac1bf9'],
  'authn.jwt.order-of-steps/refuses-by-its-claim-rule-a-token-that-cannot-be-mapped': ['2:998d3bfd8f75b504'],
  'authn.jwt.uid-claim-is-a-string/refuses-a-token-whose-claim-is-null': ['2:80e5914c60b73575'],
  'authn.jwt.unset-required-value-is-empty/refuses-a-token-whose-claim-is-null': ['2:80e5914c60b73575'],
  'authn.jwt.username-claim-is-a-string/refuses-a-token-whose-claim-is-null': ['2:eca7e89a39ad9e74'],
  'authz.authorizer.name-is-a-label/refuses-a-name-that-holds-a-dot': ['2:1db57cb82dff2d96'],
  'authz.authorizer.name-is-a-label/refuses-a-name-that-is-64-characters-long': ['2:1db57cb82dff2d96'],
  'authz.authorizers.each-is-validated/refuses-last-no-webhook-authorizedttl': ['2:1db57cb82dff2d96'],
  'authz.authorizers.each-is-validated/refuses-last-no-webhook-matchconditionsubjectaccessreviewversion': [
    '2:1db57cb82dff2d96',
  ],
  'authz.authorizers.each-is-validated/refuses-last-no-webhook-unauthorizedttl': ['2:1db57cb82dff2d96'],
  'authz.webhook.condition-version-without-conditions/refuses-a-webhook-without-conditions-and-without-it': [
    '2:1db57cb82dff2d96',
  ],
  'authz.webhook.required/refuses-a-file-without-authorizedttl': ['2:1db57cb82dff2d96'],
  'authz.webhook.required/refuses-a-file-without-unauthorizedttl': ['2:1db57cb82dff2d96'],
  'egress.etcd.carries-storage/reaches-a-store-behind-a-server-of-grpc': ['2:7900f557dbc6afee'],
  'egress.file.open-name-case/refuses-a-name-that-begins-with-a-capital': ['2:1db57cb82dff2d96'],
  'egress.file.open-name-case/refuses-a-name-that-is-in-upper-case': ['2:1db57cb82dff2d96'],
  'egress.required.egressselections/refuses-a-file-without-egressselections': ['2:1db57cb82dff2d96'],
  'egress.tcp.plain-carries/reaches-a-store-behind-a-server-at-an-http-url': ['2:488874866eca2e75'],
  'egress.tcp.url-scheme/accepts-http-without-tlsconfig': ['2:96057acbdf6d6638'],
  'encryption.aescbc.key-length/refuses-a-key-of-16-bytes': ['2:1db57cb82dff2d96'],
  'encryption.aescbc.key-length/refuses-a-key-of-24-bytes': ['2:1db57cb82dff2d96'],
  'encryption.resources.overlap-between-entries/refuses-the-wildcard-for-all-behind-that-for-a-group-in-two-entries':
    ['2:1db57cb82dff2d96'],
  'encryption.resources.overlap-between-entries/refuses-the-wildcard-for-all-behind-that-for-a-group-with-another-entry-between':
    ['2:1db57cb82dff2d96'],
  'encryption.resources.overlap-between-entries/refuses-the-wildcard-for-all-behind-that-for-the-core-group-in-two-entries':
    ['2:1db57cb82dff2d96'],
  'flag.advertise-address.told/tells-the-address-of-bind-address-without-the-flag': ['2:ca16baf1b9949a5a'],
  'flag.anonymous-auth.default-authorization/accepts-requests-without-credentials-when-no-flag-is-set': [
    '2:d2cad0582f856e37',
  ],
  'flag.audit-log-path.all-requests/requests-are-in-the-log-of-a-server-without-a-policy': [
    '2:33adca3cbb12bc76',
  ],
  'flag.audit-webhook-truncate-max-batch-size.split/no-batch-is-over-the-maximum': ['2:fb6aef45cca7c246'],
  'flag.authentication-config.oidc-beside-anonymous/accepts-oidc-beside-a-file-that-configures-anonymous-only':
    ['2:6897f4c1eb12cd9a'],
  'flag.authentication-token-webhook-cache-ttl.kept/a-token-that-is-known-counts-for-a-short-cache-time-and-no-longer':
    ['2:3e7826b4980ab32a'],
  'flag.authorization-mode.always-deny/refuses-at-alwaysdeny-although-alwaysallow-follows': [
    '2:34d21ad6f3e5cb42',
  ],
  'flag.etcd-readycheck-timeout.default/readyz-fails-when-the-store-answers-after-three-seconds': [
    '2:2041bce800663a2d',
  ],
  'flag.etcd-readycheck-timeout.limit/readyz-fails-when-the-store-answers-later-than-the-timeout': [
    '2:2041bce800663a2d',
  ],
  'flag.log-text-info-buffer-size.styles/accepts-1k': ['2:04c4cfb67bc1418f'],
  'flag.logging-format.values/refuses-the-format-json': ['2:1db57cb82dff2d96'],
  'flag.max-connection-bytes-per-sec.long-running/throttles-a-watch': ['2:6e390a63d962fde0'],
  'flag.oidc-required-claim.list/requires-each-pair-of-a-list': ['2:6a8e49bf14f6df51'],
  'flag.orch-service-node-port.later/a-port-on-a-store-of-a-server-without-one': ['2:c0edae1b546b1691'],
  'flag.orch-service-node-port.later/no-port-on-a-store-of-a-server-with-one': ['2:5beabefa0940cc40'],
  'flag.orchlet-timeout.limit/a-node-agent-that-never-answers-is-given-up': ['2:e2f592bec424a6d4'],
  'flag.peer-advertise-ip.reached/no-request-comes-to-a-server-that-advertises-another-ip': [
    '2:fe4ba4eea31f6772',
  ],
  'flag.peer-advertise-ip.reached/no-request-comes-to-a-server-that-advertises-another-port': [
    '2:fe4ba4eea31f6772',
  ],
  'flag.peer-ca-file.verified/a-server-of-another-authority-gets-no-request': ['2:761bd805291f4723'],
  'flag.proxy-client-cert-file.admission-webhooks/an-admission-webhook-is-shown-the-certificate': [
    '2:3b92a26d001d752e',
  ],
  'flag.runtime-config.type/refuses-a-key-without-a-value': ['2:1db57cb82dff2d96'],
  'flag.service-account-issuer.comma-list/the-first-issuer-of-a-comma-list-issues': ['2:7fae091408fb52ae'],
  'flag.service-account-key-file.falls-back/a-token-is-accepted-that-the-serving-key-signed': [
    '2:2ecf2b0e0d62c6ae',
  ],
  'flag.storage-initialization-timeout.elapsed/a-server-with-stalled-storage-is-ready-or-gone-before-its-storage-comes-back':
    ['2:ff59bc42ba32b790'],
  'flag.tls-cipher-suites.tls13/refuses-the-suites-that-are-not-listed': ['2:1ece42acc73892a0'],
  'flag.tracing-config-file.file/refuses-an-empty-file': ['2:1db57cb82dff2d96'],
  'flag.watch-cache-sizes.by-resource/shares-the-watches-of-a-custom-resource-although-its-size-is-0': [
    '2:c5c95ba473f56309',
  ],
  'kms.file.least/accepts-a-name-and-an-endpoint-without-any-other-field-or-flag': ['2:6011c2e32b2aac35'],
  'lifecycle.draining.waits-for-watches/ends-no-watch-over-http-1-1-before-its-grace-period-has-ended': [
    '2:87e8fe8847f34f89',
  ],
  'lifecycle.draining.waits-for-watches/ends-no-watch-over-http-2-before-its-grace-period-has-ended': [
    '2:b4a887d06eeb1b39',
  ],
  'lifecycle.starting.livez-within-grace/answers-livez-with-success-while-the-grace-period-runs': [
    '2:e8e64b498df61bc3',
  ],
  'manager.cloud.generic.leader-election.deadline/refuses-one-that-is-a-millisecond-longer': [
    '2:4d253393889cc3d5',
  ],
  'manager.cloud.node-controller.concurrent-node-syncs.workers/has-four-calls-of-the-cloud-under-way-for-new-and-known-ones':
    ['2:4e261a0c0081e4b7'],
  'manager.cloud.node-controller.concurrent-node-syncs.workers/has-two-calls-of-the-cloud-under-way-for-new-and-known-ones':
    ['2:4e261a0c0081e4b7'],
  'manager.cloud.service-controller.concurrent-service-syncs.workers/has-four-calls-of-the-cloud-under-way-for-new-and-known-ones':
    ['2:4e261a0c0081e4b7'],
  'manager.cloud.service-controller.concurrent-service-syncs.workers/has-two-calls-of-the-cloud-under-way-for-new-and-known-ones':
    ['2:4e261a0c0081e4b7'],
  'manager.csr-signing-controller.cluster-signing-cert-file.certificate/refuses-a-certificate-that-is-not-of-an-authority':
    ['2:1db57cb82dff2d96'],
  'manager.csr-signing-controller.kube-api-server-client-signer-configuration.cert-file.certificate/refuses-a-certificate-that-is-not-of-an-authority':
    ['2:1db57cb82dff2d96'],
  'manager.csr-signing-controller.kubelet-client-signer-configuration.cert-file.certificate/refuses-a-certificate-that-is-not-of-an-authority':
    ['2:1db57cb82dff2d96'],
  'manager.csr-signing-controller.kubelet-serving-signer-configuration.cert-file.certificate/refuses-a-certificate-that-is-not-of-an-authority':
    ['2:1db57cb82dff2d96'],
  'manager.csr-signing-controller.legacy-unknown-signer-configuration.cert-file.certificate/refuses-a-certificate-that-is-not-of-an-authority':
    ['2:1db57cb82dff2d96'],
  'manager.generic.client-connection.content-type.with-credentials/sends-the-data-of-requests-to-delete-as-that-type':
    ['2:91bc82f429bd7ba7'],
  'manager.generic.leader-migration.resource-lock.type/the-listed-controller-runs-under-an-endpoints-object-and-there-is-no-such-lease':
    ['2:bba5f506a9600418'],
  'manager.node-ipam-controller.node-cidr-mask-size-ipv4.size/gives-ipv4-ranges-of-that-size-where-nodecidrmasksize-is-set-as-well':
    ['2:2ecf2b0e0d62c6ae'],
  'manager.node-ipam-controller.node-cidr-mask-size-ipv6.size/gives-ipv6-ranges-of-that-size-where-nodecidrmasksize-is-set-as-well':
    ['2:2ecf2b0e0d62c6ae'],
  'manager.node-ipam-controller.node-cidr-mask-size.size/gives-ranges-of-that-size-to-one-family-where-the-other-sizes-are-set-as-well':
    ['2:2ecf2b0e0d62c6ae'],
  'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.batch/writes-a-slice-less-often-than-endpoints-are-updated':
    ['2:4edbd7a9520a1b11'],
  'manager.generic.client-connection.accept-content-types.default/sends-application-json-where-it-is-left-out':
    ['2:b048e6a1de3f225f'],
  'manager.generic.leader-election.renew-deadline.at-most-lease-duration/accepts-one-that-is-just-as-long': [
    '2:5dbc536928dfef20',
  ],
  'manager.generic.leader-election.renew-deadline.at-most-lease-duration/refuses-one-that-is-a-millisecond-longer':
    ['2:5dbc536928dfef20'],
  'manager.leader-migration-file.kind/refuses-the-version-v1': ['2:624433d5547910c2'],
  'manager.leader-migration-file.kind/refuses-the-version-v1beta1': ['2:1db57cb82dff2d96'],
  'manager.node-lifecycle-controller.large-cluster-size-threshold.threshold/gives-up-nodes-where-another-zone-makes-the-cluster-one-larger':
    ['2:ff4a8b2278471e1a'],
  'manager.resource-quota-controller.concurrent-resource-quota-syncs.workers/has-as-many-requests-under-way-as-another-number-says':
    ['2:4e261a0c0081e4b7'],
  'manager.resource-quota-controller.concurrent-resource-quota-syncs.workers/has-as-many-requests-under-way-as-the-first-number-says':
    ['2:4e261a0c0081e4b7'],
  'tracing.file.api-version/refuses-a-file-without-apiversion': ['2:1db57cb82dff2d96'],
  'tracing.file.kind/refuses-a-file-without-kind': ['2:1db57cb82dff2d96'],
  'tracing.rate.unset/samples-a-request-below-a-sampled-span-whoever-asks': ['2:f408734b5a22abe6'],
}
