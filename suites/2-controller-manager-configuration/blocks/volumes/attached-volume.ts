import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'

const csiDriver = 'judged.example.csi'

/**
 * Creates a pod on a node with a volume that must be attached there.
 * @param suffix of the names of all objects
 */
export function putAttached(api: ApiServer, suffix = ''): void {
  const [node, volume, claim] = [`node-a${suffix}`, `volume${suffix}`, `claim${suffix}`]
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: node, annotations: { 'volumes.orch.io/controller-managed-attach-detach': 'true' } },
  })
  putObject(api, {
    apiVersion: 'storage.orch.io/v1',
    kind: 'CSINode',
    metadata: { name: node },
    spec: { drivers: [{ name: csiDriver, nodeID: node, topologyKeys: [] }] },
  })
  putObject(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volume },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver: csiDriver, volumeHandle: `handle${suffix}` },
      claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: claim, uid: 'uid-of-claim' },
    },
    status: { phase: 'Bound' },
  })
  const { metadata } = putObject(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claim, namespace: 'default' },
    spec: {
      volumeName: volume,
      storageClassName: '',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
    status: { phase: 'Bound' },
  })
  api.hand.patch(
    { resource: 'persistentvolumes', name: volume },
    { spec: { claimRef: { uid: metadata.uid } } },
  )
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod${suffix}`, namespace: 'default' },
    spec: {
      nodeName: node,
      containers: [{ name: 'main', image: 'judged.example/main' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: claim } }],
    },
    status: { phase: 'Pending' },
  })
}
