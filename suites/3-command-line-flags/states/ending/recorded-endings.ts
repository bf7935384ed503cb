import { recordedEndings } from './endings.ts'

// Endings for all rules about the end of a server.
export const recordedEnding = recordedEndings()
