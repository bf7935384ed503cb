import type { ApiServer } from '#mocks/api-server/index.ts'
import { sharedFixture } from '../fixture.ts'
import { putClaim, putVolume } from './claims.ts'
import { arrangeClaims, putClass } from './situations.ts'

const block = '/PersistentVolumeBinderController/VolumeConfiguration'
/** JSON pointers of the fields. */
export const dynamic = `${block}/EnableDynamicProvisioning`
export const hostPath = `${block}/EnableHostPathProvisioning`
const watched = ['persistentvolumes', 'persistentvolumeclaims', 'storageclasses']

const fixture = (fields: Readonly<Record<string, unknown>>) =>
  sharedFixture(() => ({
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

/** Managers, by the volumes that they create. */
export const on = fixture({ [dynamic]: true, [hostPath]: true })
export const off = fixture({ [dynamic]: false, [hostPath]: true })
export const withoutHost = fixture({ [dynamic]: true, [hostPath]: false })
