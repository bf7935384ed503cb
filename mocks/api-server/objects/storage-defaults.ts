import { type ApiObject, recordAt, timestamp } from '../model/object.ts'
import { fill } from './fill.ts'

/** Defaults of storage objects. */
export const storageDefaults: Readonly<Record<string, (object: ApiObject) => ApiObject>> = {
  PersistentVolume: (object) => {
    const { hostPath } = recordAt(object, 'spec')
    return fill(object, {
      spec: {
        volumeMode: 'Filesystem',
        persistentVolumeReclaimPolicy: 'Retain',
        ...(hostPath !== undefined && { hostPath: { type: '' } }),
      },
      status: { phase: 'Pending', lastPhaseTransitionTime: timestamp() },
    })
  },
  PersistentVolumeClaim: (object) =>
    fill(object, { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }),
  StorageClass: (object) => fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  VolumeAttachment: (object) => fill(object, { status: { attached: false } }),
  CSIDriver: (object) =>
    fill(object, {
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
