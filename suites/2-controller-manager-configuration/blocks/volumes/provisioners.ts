import type { ApiServer } from '#mocks/api-server/index.ts'
import { sharedWorld } from '../world.ts'
import { putClaim, putVolume } from './claims.ts'
import { arrangeClaims, putClass } from './situations.ts'

const block = '/PersistentVolumeBinderController/VolumeConfiguration'
/** JSON pointers of the fields. */
export const dynamic = `${block}/EnableDynamicProvisioning`
export const hostPath = `${block}/EnableHostPathProvisioning`
const watched = ['persistentvolumes', 'persistentvolumeclaims', 'storageclasses']

const world = (fields: Readonly<Record<string, unknown>>) =>
  sharedWorld(() => ({
    blocks: ['PersistentVolumeBinderController'],
    fields: { '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod': '1s', ...fields },
    watched,
    before: putClaims,
  }))

function putClaims(api: ApiServer): void {
  for (const name of ['foreign', 'host'] as const) {
    putClass(api, name, name, 'Immediate')
    putClaim(api, name, name)
  }
  arrangeClaims(api)
  // A claim that is bound to the existing volume shows that claims are evaluated.
  putClaim(api, 'fitting', '')
  putVolume(api, 'fitting', '')
}

/** Managers by what they make volumes for. */
export const on = world({ [dynamic]: true, [hostPath]: true })
export const off = world({ [dynamic]: false, [hostPath]: true })
export const withoutHost = world({ [dynamic]: true, [hostPath]: false })
