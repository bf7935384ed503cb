import { blockOf, type Leaf } from './leaf.ts'

const section = 'Per-controller blocks'
const block = (name: string) => blockOf(section, name, `${name}.`)
const endpoints = block('EndpointController')
const slices = block('EndpointSliceController')
const mirrored = block('EndpointSliceMirroringController')

/** The leaves of the controllers of endpoints and their slices. */
export const networkLeaves: readonly Leaf[] = [
  endpoints('ConcurrentEndpointSyncs', 'int32', 5, [28, 78]),
  endpoints('EndpointUpdatesBatchPeriod', 'duration', '0s', ['85s', '86.5s']),
  slices('ConcurrentServiceEndpointSyncs', 'int32', 5, [29, 49]),
  slices('MaxEndpointsPerSlice', 'int32', 100, [130, 180]),
  slices('EndpointUpdatesBatchPeriod', 'duration', '0s', ['87s', '88.5s']),
  mirrored('MirroringConcurrentServiceEndpointSyncs', 'int32', 5, [31, 48]),
  mirrored('MirroringMaxEndpointsPerSubset', 'int32', 1_000, [132, 182]),
  mirrored('MirroringEndpointUpdatesBatchPeriod', 'duration', '0s', ['89s', '90.5s'], { default: '0s' }),
]
