import { field, documentedField } from '../../manager/field.ts'

const volumes = '/PersistentVolumeBinderController/VolumeConfiguration'
const recycler = `${volumes}/PersistentVolumeRecyclerConfiguration` as const

/** Fields of the controllers for volumes. */
export const volumeFields = [
  documentedField('/AttachDetachController/DisableAttachDetachReconcilerSync', 'bool', false),
  documentedField('/AttachDetachController/ReconcilerSyncLoopPeriod', 'duration', 60_000),
  documentedField('/AttachDetachController/disableForceDetachOnTimeout', 'bool', false),
  field('/EphemeralVolumeController/ConcurrentEphemeralVolumeSyncs', 'int32', 5),
  field('/PersistentVolumeBinderController/PVClaimBinderSyncPeriod', 'duration', 15_000),
  field(`${volumes}/EnableHostPathProvisioning`, 'bool'),
  documentedField(`${volumes}/EnableDynamicProvisioning`, 'bool', true),
  field(`${volumes}/FlexVolumePluginDir`, 'string', '/usr/libexec/orch/volume-plugins'),
  field(`${recycler}/MaximumRetry`, 'int32', 3),
  field(`${recycler}/MinimumTimeoutNFS`, 'int32', 300),
  field(`${recycler}/PodTemplateFilePathNFS`, 'string'),
  field(`${recycler}/IncrementTimeoutNFS`, 'int32', 30),
  field(`${recycler}/PodTemplateFilePathHostPath`, 'string'),
  field(`${recycler}/MinimumTimeoutHostPath`, 'int32', 60),
  field(`${recycler}/IncrementTimeoutHostPath`, 'int32', 30),
] as const
