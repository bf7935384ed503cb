import type { Said } from './model.ts'

// A node agent that has a configuration file takes some defaults from there, which are others than those of the flags.
const otherInFile: ReadonlySet<string> = new Set(['--anonymous-auth', '--authorization-mode'])

/** The departure of a dialect that explains another value of a field, by name. */
export function departureOf(
  dialect: string,
  { flag, said }: { readonly flag: string; readonly said: Said },
): string | undefined {
  if (dialect !== 'kubernetes') return undefined
  if (flag === '--log-text-split-stream' && said.flag === undefined)
    return 'the flags, read again over the files, switch it off'
  if (otherInFile.has(flag) && Object.keys(said).length === 0)
    return 'a configuration file brings defaults of its own'
  return undefined
}
