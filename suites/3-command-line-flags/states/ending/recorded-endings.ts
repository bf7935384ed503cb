import { recordedEndings } from './endings.ts'

// All rules of the end of a server read the same endings.
export const recordedEnding = recordedEndings()
