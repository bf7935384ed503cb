import { field, documentedField } from '../../manager/field.ts'

/** Fields of the controllers for endpoints and their slices. */
export const networkFields = [
  field('/EndpointController/ConcurrentEndpointSyncs', 'int32', 5),
  field('/EndpointController/EndpointUpdatesBatchPeriod', 'duration'),
  field('/EndpointSliceController/ConcurrentServiceEndpointSyncs', 'int32', 5),
  field('/EndpointSliceController/MaxEndpointsPerSlice', 'int32', 100),
  field('/EndpointSliceController/EndpointUpdatesBatchPeriod', 'duration'),
  field('/EndpointSliceMirroringController/MirroringConcurrentServiceEndpointSyncs', 'int32', 5),
  field('/EndpointSliceMirroringController/MirroringMaxEndpointsPerSubset', 'int32', 1000),
  documentedField('/EndpointSliceMirroringController/MirroringEndpointUpdatesBatchPeriod', 'duration', 0),
] as const
