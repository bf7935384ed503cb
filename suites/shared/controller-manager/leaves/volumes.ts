import { blockOf, type Leaf } from './leaf.ts'

const section = 'Per-controller blocks'
const attach = blockOf(section, 'AttachDetachController', 'AttachDetachController.')
const ephemeral = blockOf(section, 'EphemeralVolumeController', 'EphemeralVolumeController.')
const binder = blockOf(section, 'PersistentVolumeBinderController', 'PersistentVolumeBinderController.')
const path = 'PersistentVolumeBinderController/VolumeConfiguration'
const volumes = blockOf(section, path)
const recycler = blockOf(
  section,
  `${path}/PersistentVolumeRecyclerConfiguration`,
  'PersistentVolumeRecyclerConfiguration.',
)
const seconds = { unit: 'seconds' } as const

/** The leaves of the controllers of volumes. */
export const volumeLeaves: readonly Leaf[] = [
  attach('DisableAttachDetachReconcilerSync', 'bool', false, [true, false], { default: false }),
  attach('ReconcilerSyncLoopPeriod', 'duration', '1m0s', ['91s', '92.5s'], { default: '1m0s' }),
  attach('disableForceDetachOnTimeout', 'bool', false, [true, false], { default: false }),
  ephemeral('ConcurrentEphemeralVolumeSyncs', 'int32', 5, [33, 83]),
  binder('PVClaimBinderSyncPeriod', 'duration', '15s', ['93s', '94.5s']),
  volumes('EnableHostPathProvisioning', 'bool', false, [true, false], {
    row: 'EnableHostPathProvisioning.bool',
  }),
  volumes('EnableDynamicProvisioning', 'bool', true, [false, true], {
    default: true,
    row: 'EnableDynamicProvisioning.bool',
  }),
  // A directory for this program only, as some programs create the one that is named.
  volumes('FlexVolumePluginDir', 'string', 'volume-plugins', ['plugins-a', 'plugins-b'], {
    row: 'FlexVolumePluginDir.string',
  }),
  recycler('MaximumRetry', 'int32', 3, [34, 84]),
  recycler('MinimumTimeoutNFS', 'int32', 300, [335, 385], seconds),
  recycler('PodTemplateFilePathNFS', 'string', '', ['/none/nfs-a', '/none/nfs-b']),
  recycler('IncrementTimeoutNFS', 'int32', 30, [36, 86], seconds),
  recycler('PodTemplateFilePathHostPath', 'string', '', ['/none/host-a', '/none/host-b']),
  recycler('MinimumTimeoutHostPath', 'int32', 60, [137, 187], seconds),
  recycler('IncrementTimeoutHostPath', 'int32', 30, [38, 88], seconds),
]
