import { cloudFields, sharedCloudFields } from '../manager/fields/cloud.ts'
import { genericFields } from '../manager/fields/generic.ts'

/** Every field of CloudControllerManagerConfiguration that holds a value. */
export const cloudManagerFields = [...genericFields, ...sharedCloudFields, ...cloudFields] as const
