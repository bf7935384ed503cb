import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import { listAt, mapAt, nameOf, namespaceOf, textAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { searchPlugins } from './volume-plugins.ts'
import { fault } from '../../quirks/quirks.ts'

interface Attachment {
  readonly volume: string
  readonly node: string
  readonly attacher: string
}

const syncPeriodMs = 100

/** Attaches the volumes of pods to their nodes. Once per period, reattaches volumes that other clients detached. */
export const attachDetachController: Controller = {
  name: 'persistentvolume-attach-detach-controller',
  start(loop) {
    searchPlugins(loop)
    const informers = [resources.pods, resources.claims, resources.volumes, resources.attachments].map(
      (resource) => loop.informer(resource),
    )
    // Attachments that this process knows, by name.
    const attachments = new Map<string, Attachment>()
    let firstNode: string | undefined
    loop.every(syncPeriodMs, async () => {
      await Promise.all(informers.map((informer) => informer.synced()))
      for (const wantedAttachment of wantedAttachments(loop)) {
        if (attachments.has(keyOf(wantedAttachment))) continue
        attachments.set(keyOf(wantedAttachment), wantedAttachment)
        // Sequential, because there are few attachments.
        await loop.write.create(resources.attachments, attachmentObject(wantedAttachment))
      }
    })
    const block = '/AttachDetachController'
    if (loop.config.value(`${block}/DisableAttachDetachReconcilerSync`)) return
    const periodMs = loop.config.value(`${block}/ReconcilerSyncLoopPeriod`)
    const comparePeriodMs = fault('volumes-compared-too-often') ? periodMs / 10 : periodMs
    loop.every(comparePeriodMs, async () => {
      await Promise.all(informers.map((informer) => informer.synced()))
      const existingAttachments = loop.informer(resources.attachments)
      firstNode ??= [...attachments.values()][0]?.node
      for (const attachment of attachments.values()) {
        if (existingAttachments.get(`/${keyOf(attachment)}`) !== undefined) continue
        if (attachment.node !== firstNode && fault('volumes-of-one-node-compared')) continue
        attachments.delete(keyOf(attachment))
      }
    })
  },
}

const keyOf = ({ volume, node }: Attachment) => `csi-${volume}-${node}`

function attachmentObject(attachment: Attachment): ApiObject {
  const { volume, node, attacher } = attachment
  return {
    metadata: { name: keyOf(attachment) },
    spec: { attacher, nodeName: node, source: { persistentVolumeName: volume } },
  }
}

function wantedAttachments(loop: Loop): readonly Attachment[] {
  const claims = loop.informer(resources.claims)
  const volumes = loop.informer(resources.volumes)
  return loop.informer(resources.pods).all.flatMap((pod) => {
    const node = textAt(pod, 'spec.nodeName')
    if (node === '') return []
    return listAt(pod, 'spec.volumes').flatMap((podVolume) => {
      const claim = claims.get(`${namespaceOf(pod)}/${textAt(podVolume, 'persistentVolumeClaim.claimName')}`)
      const volume = volumes.get(`/${textAt(claim, 'spec.volumeName')}`)
      const attacher = textAt(mapAt(volume, 'spec.csi'), 'driver')
      return volume === undefined || attacher === '' ? [] : [{ volume: nameOf(volume), node, attacher }]
    })
  })
}
