import type { FileCase, FileKind } from './file-case.ts'

/** Files that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Partial<Record<FileKind, Readonly<Record<string, FileCase>>>>> = {}
