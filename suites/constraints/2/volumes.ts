import type { ConstraintTable } from '../table.ts'

/** Constraints of volumes and autoscaling. */
export const volumes: ConstraintTable = {
  document: 2,
  section: 'Per-controller blocks',
  constraints: [
    {
      kind: 'excludes',
      rows: ['EnableHostPathProvisioning.bool'],
      others: ['CloudProvider'],
      at: { section: 'Cloud-related blocks' },
      says: 'Volumes on the host are provisioned without a cloud provider.',
      rules: [
        'manager.persistent-volume-binder-controller.volume-configuration.enable-host-path-provisioning.provisions',
      ],
    },
    {
      kind: 'governs',
      rows: ['EnableDynamicProvisioning.bool'],
      others: ['PersistentVolumeBinderController.VolumeConfiguration'],
      says: 'Volumes are provisioned for claims unless the switch is off.',
      rules: [
        'manager.persistent-volume-binder-controller.volume-configuration.enable-dynamic-provisioning.provisions',
        'manager.persistent-volume-binder-controller-volume-configuration-enable-dynamic-provisioning.default',
      ],
    },
    {
      kind: 'governs',
      rows: ['PersistentVolumeRecyclerConfiguration.IncrementTimeoutNFS'],
      others: ['PersistentVolumeRecyclerConfiguration.MinimumTimeoutNFS'],
      says: 'The deadline of a recycler is the minimum, and more for each Gi of the volume.',
      rules: [
        'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.minimum-timeout-nfs.minimum',
        'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.increment-timeout-nfs.per-gi',
      ],
    },
    {
      kind: 'governs',
      rows: ['PersistentVolumeRecyclerConfiguration.IncrementTimeoutHostPath'],
      others: ['PersistentVolumeRecyclerConfiguration.MinimumTimeoutHostPath'],
      says: 'The deadline of a recycler is the minimum, and more for each Gi of the volume.',
      rules: [
        'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.minimum-timeout-host-path.minimum',
        'manager.persistent-volume-binder-controller.volume-configuration.persistent-volume-recycler-configuration.increment-timeout-host-path.per-gi',
      ],
    },
    {
      kind: 'at-most',
      rows: ['HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow'],
      others: ['HPAController.HorizontalPodAutoscalerDownscaleStabilizationWindow'],
      says: 'No scale down goes below a recommendation within the window.',
      rules: ['manager.hpa-controller.horizontal-pod-autoscaler-downscale-stabilization-window.no-lower'],
    },
    {
      kind: 'governs',
      rows: ['HPAController.HorizontalPodAutoscalerInitialReadinessDelay'],
      others: ['HPAController.HorizontalPodAutoscalerCPUInitializationPeriod'],
      says: 'CPU samples of a pod that is not ready are left out if its readiness changed within the delay only.',
      rules: [
        'manager.hpa-controller.horizontal-pod-autoscaler-initial-readiness-delay.first-readiness',
        'manager.hpa-controller.horizontal-pod-autoscaler-cpu-initialization-period.over',
      ],
    },
  ],
}
