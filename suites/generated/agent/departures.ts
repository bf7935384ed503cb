import type { Said } from './model.ts'

// A node agent that has a configuration file takes its defaults from there, and these are others than those of the flags.
const otherInFile: ReadonlySet<string> = new Set(['--anonymous-auth', '--authorization-mode'])

/** The departure of a dialect that explains another value of a field, by name. */
export function departureOf(
  dialect: string,
  { flag, said }: { readonly flag: string; readonly said: Said },
): string | undefined {
  const isDefault = Object.keys(said).length === 0
  if (dialect !== 'kubernetes' || !isDefault || !otherInFile.has(flag)) return undefined
  return 'a configuration file brings defaults of its own'
}
