import { sharedFixture } from '../fixture.ts'
import { arrangeServices } from './many-pods.ts'
import { arrangeEndpoints } from './mirrors.ts'
import { putMirroredService, serviceWithPods, subsetsOf } from './pods.ts'

/** JSON pointers of the tested fields. */
export const maxEndpointsField = '/EndpointSliceController/MaxEndpointsPerSlice'
export const maxMirroredField = '/EndpointSliceMirroringController/MirroringMaxEndpointsPerSubset'
/** Number of endpoints of a service: pods, or addresses without a selector. */
export const pods = 8
/** Number of endpoints of a service whose slices another client overwrites. */
export const ownAddresses = 2
/** Values that both fields have in one program. */
export const limits = { three: 3, five: 5 } as const

/** Programs by the value of both fields. */
export const fixtures = Object.fromEntries(
  Object.values(limits).map((limit) => [
    limit,
    sharedFixture(() => ({
      blocks: ['EndpointSliceController', 'EndpointSliceMirroringController'],
      fields: { [maxEndpointsField]: limit, [maxMirroredField]: limit },
      watchedResources: ['services', 'pods', 'endpoints', 'endpointslices'],
      prepareApi: (api) => {
        serviceWithPods(api, 'cut', pods)
        serviceWithPods(api, 'grown', 2)
        putMirroredService(api, 'mirrored', subsetsOf(pods))
        serviceWithPods(api, 'overwritten', ownAddresses)
        putMirroredService(api, 'overwritten-mirror', subsetsOf(ownAddresses))
        arrangeEndpoints(api)
        arrangeServices(api)
      },
    })),
  ]),
)
