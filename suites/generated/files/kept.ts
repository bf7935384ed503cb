import type { KindName } from '../../shared/configuration/kinds.ts'
import type { FileCase } from './file-case.ts'

/** Files that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Partial<Record<KindName, Readonly<Record<string, FileCase>>>>> = {}
