import { recordedStartings } from './startings.ts'

export const recordedStarting = recordedStartings()
