import { cloudFields, sharedCloudFields } from '../manager/fields/cloud.ts'
import { genericFields } from '../manager/fields/generic.ts'

/** All fields of CloudControllerManagerConfiguration that have a value. */
export const cloudManagerFields = [...genericFields, ...sharedCloudFields, ...cloudFields] as const
