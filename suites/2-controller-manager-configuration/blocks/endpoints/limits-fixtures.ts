import { sharedFixture } from '../fixture.ts'
import { arrangeServices } from './many-pods.ts'
import { arrangeEndpoints } from './mirrors.ts'
import { putMirroredService, serviceWithPods, subsetsOf } from './pods.ts'

/** JSON pointers of the fields. */
export const maxEndpointsField = '/EndpointSliceController/MaxEndpointsPerSlice'
export const maxMirroredField = '/EndpointSliceMirroringController/MirroringMaxEndpointsPerSubset'
/** Number of pods and of addresses of services. */
export const pods = 8
/** Number of pods and of addresses of services whose slices another client changes. */
export const ownAddresses = 2
/** Values of both fields. */
export const limits = { three: 3, five: 5 } as const

/** Programs, one for each value. */
export const fixtures = Object.fromEntries(
  Object.values(limits).map((limit) => [
    limit,
    sharedFixture(() => ({
      blocks: ['EndpointSliceController', 'EndpointSliceMirroringController'],
      fields: { [maxEndpointsField]: limit, [maxMirroredField]: limit },
      watched: ['services', 'pods', 'endpoints', 'endpointslices'],
      before: (api) => {
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
