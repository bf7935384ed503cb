import { recordedStartings } from './startings.ts'

export const started = recordedStartings()
