import { type ApiObject, recordAt, timestamp } from '../model/object.ts'
import { fillDefaults } from './fill.ts'

/** Defaults of storage objects. */
export const storageDefaults: Readonly<Record<string, (object: ApiObject) => ApiObject>> = {
  PersistentVolume: (object) => {
    const { hostPath } = recordAt(object, 'spec')
    return fillDefaults(object, {
      spec: {
        volumeMode: 'Filesystem',
        persistentVolumeReclaimPolicy: 'Retain',
        ...(hostPath !== undefined && { hostPath: { type: '' } }),
      },
      status: { phase: 'Pending', lastPhaseTransitionTime: timestamp() },
    })
  },
  PersistentVolumeClaim: (object) =>
    fillDefaults(object, { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }),
  StorageClass: (object) => fillDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  VolumeAttachment: (object) => fillDefaults(object, { status: { attached: false } }),
  CSIDriver: (object) =>
    fillDefaults(object, {
      spec: {
        attachRequired: true,
        podInfoOnMount: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        storageCapacity: false,
        requiresRepublish: false,
        seLinuxMount: false,
        volumeLifecycleModes: ['Persistent'],
      },
    }),
}
