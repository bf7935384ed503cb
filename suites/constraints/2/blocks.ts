import type { ConstraintTable } from '../table.ts'

/** Constraints of controller settings. */
export const blocks: ConstraintTable = {
  document: 2,
  section: 'Per-controller blocks',
  constraints: [
    {
      kind: 'replaces',
      rows: ['AttachDetachController.DisableAttachDetachReconcilerSync'],
      others: ['AttachDetachController.ReconcilerSyncLoopPeriod'],
      says: 'A disabled loop runs at no period.',
      rules: ['manager.attach-detach-controller.disable-attach-detach-reconciler-sync.no-loop'],
    },
    {
      kind: 'governs',
      rows: ['AttachDetachController.ReconcilerSyncLoopPeriod'],
      others: ['AttachDetachController.DisableAttachDetachReconcilerSync'],
      says: 'The period is the wait between two runs of the loop.',
      rules: ['manager.attach-detach-controller.reconciler-sync-loop-period.period'],
    },
    {
      kind: 'governs',
      rows: ['AttachDetachController.disableForceDetachOnTimeout'],
      others: ['AttachDetachController.disableForceDetachOnTimeout'],
      says: 'Without force, a volume stays attached after the maximum unmount time.',
      reason: 'The documents do not state the maximum unmount time; the default alone is judged.',
    },
    {
      kind: 'governs',
      rows: [
        'CSRSigningController.KubeletServingSignerConfiguration',
        'CSRSigningController.KubeletClientSignerConfiguration',
        'CSRSigningController.KubeAPIServerClientSignerConfiguration',
        'CSRSigningController.LegacyUnknownSignerConfiguration',
      ],
      others: ['CSRSigningConfiguration.CertFile', 'CSRSigningConfiguration.KeyFile'],
      says: 'A pair signs for its own signer, and for no other.',
      rules: [
        'manager.csr-signing-controller.kubelet-serving-signer-configuration.cert-file.signs',
        'manager.csr-signing-controller.kubelet-client-signer-configuration.cert-file.signs',
        'manager.csr-signing-controller.kube-api-server-client-signer-configuration.cert-file.signs',
        'manager.csr-signing-controller.legacy-unknown-signer-configuration.cert-file.signs',
      ],
    },
    {
      kind: 'defaults-to',
      rows: ['CSRSigningController.ClusterSigningCertFile', 'CSRSigningController.ClusterSigningKeyFile'],
      others: ['CSRSigningConfiguration.CertFile', 'CSRSigningConfiguration.KeyFile'],
      says: 'The pair of the cluster signs for every signer if none has a pair of its own.',
      rules: [
        'manager.csr-signing-controller.cluster-signing-cert-file.signs',
        'manager.csr-signing-controller.cluster-signing-key-file.signs',
      ],
    },
    {
      kind: 'replaces',
      rows: [
        'CSRSigningController.KubeletServingSignerConfiguration',
        'CSRSigningController.KubeletClientSignerConfiguration',
        'CSRSigningController.KubeAPIServerClientSignerConfiguration',
        'CSRSigningController.LegacyUnknownSignerConfiguration',
      ],
      others: ['CSRSigningController.ClusterSigningCertFile'],
      says: 'A signer with a pair of its own uses that pair even if the cluster has one.',
      rules: ['manager.csr-signing-controller.cluster-signing-cert-file.beside-own'],
    },
    {
      kind: 'fits',
      rows: ['CSRSigningController.ClusterSigningCertFile'],
      others: ['CSRSigningController.ClusterSigningKeyFile'],
      says: 'The files hold a CA certificate and its RSA or ECDSA key in PEM.',
      rules: [
        'manager.csr-signing-controller.cluster-signing-cert-file.certificate',
        'manager.csr-signing-controller.cluster-signing-key-file.private-key',
      ],
    },
    {
      kind: 'at-most',
      rows: ['CSRSigningController.ClusterSigningDuration'],
      others: ['CSRSigningController.ClusterSigningCertFile'],
      says: 'A certificate lives at most this long, and less if the request states less.',
      rules: [
        'manager.csr-signing-controller.cluster-signing-duration.maximum',
        'manager.csr-signing-controller.cluster-signing-duration.asked-for-less',
      ],
    },
    {
      kind: 'fits',
      rows: ['GarbageCollectorController.EnableGarbageCollector'],
      others: ['--enable-garbage-collector'],
      at: { document: 3, section: 'API server flags' },
      says: 'The two programs have one value.',
      rules: [
        'manager.garbage-collector-controller.enable-garbage-collector.collects',
        'flag.enable-garbage-collector.leaves-objects',
      ],
    },
    {
      kind: 'governs',
      rows: ['EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod'],
      others: ['EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod'],
      says: 'With 0, every update of the endpoints updates the slices, and with more, updates are collected.',
      rules: [
        'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.each',
        'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.batch',
      ],
    },
  ],
}
