import type { ApiServer } from '#mocks/api-server/index.ts'
import { sharedFixture } from '../fixture.ts'
import { putClaim, putVolume } from './claims.ts'
import { arrangeClaims, putClass } from './situations.ts'

const block = '/PersistentVolumeBinderController/VolumeConfiguration'
/** JSON pointers of the tested fields. */
export const dynamicField = `${block}/EnableDynamicProvisioning`
export const hostPathField = `${block}/EnableHostPathProvisioning`
const watchedResources = ['persistentvolumes', 'persistentvolumeclaims', 'storageclasses']

const provisionerFixture = (fields: Readonly<Record<string, unknown>>) =>
  sharedFixture(() => ({
    blocks: ['PersistentVolumeBinderController'],
    fields: { '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod': '1s', ...fields },
    watchedResources,
    prepareApi: putClaims,
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

/** Manager that creates both kinds of volumes. */
export const enabledProvisioner = provisionerFixture({ [dynamicField]: true, [hostPathField]: true })
export const disabledProvisioner = provisionerFixture({ [dynamicField]: false, [hostPathField]: true })
export const withoutHostPath = provisionerFixture({ [dynamicField]: true, [hostPathField]: false })
