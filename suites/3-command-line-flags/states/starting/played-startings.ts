import { playedStartings } from './startings.ts'

export const started = playedStartings()
