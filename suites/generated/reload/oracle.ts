import { canRead, writersOf } from '../encryption/oracle.ts'
import type { ListedProviders, ReloadCase } from './model.ts'

/** Returns the names of the keys that may write under a file, or none for unencrypted data. */
export function writersUnder({ files }: Pick<ReloadCase, 'files'>, index: number): readonly string[] {
  return writersOf(providersIn(files[index]))
}

/** Reports whether an object that was written with a key, or unencrypted, is read under a file. */
export function isReadUnder(
  { files }: Pick<ReloadCase, 'files'>,
  index: number,
  by: string | undefined,
): boolean {
  return canRead(providersIn(files[index]), by)
}

function providersIn(listed: ListedProviders): NonNullable<ListedProviders> {
  return listed ?? ['identity']
}
