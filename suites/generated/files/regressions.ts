import type { FileCase, FileKind } from './file-case.ts'

/** Files whose result once differed from the documents, by subject. */
export const regressions: Readonly<Partial<Record<FileKind, Readonly<Record<string, FileCase>>>>> = {}
