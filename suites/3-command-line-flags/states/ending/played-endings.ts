import { playedEndings } from './endings.ts'

// All rules about the end of a server read the same endings.
export const ended = playedEndings()
