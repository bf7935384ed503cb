import { resolve } from 'node:path'

/** Returns one argument in POSIX shell syntax. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}

/**
 * Returns the path of the single file without Node that runs this program, as the user started it. `undefined` for the
 * installed package. ci/single-file/main.cjs sets the variable.
 */
export function singleFile(): string | undefined {
  return process.env.ORCH_CONFORMANCE_FILE || undefined
}

/** Returns the command that starts this program again from this folder, in shell syntax. */
export function startCommand(name: string): string {
  const file = singleFile()
  return file === undefined ? `npx ${quoted(name)}` : quoted(file)
}

/** Returns the command that starts this program again from any folder. */
export function absoluteStartCommand(name: string): string {
  const file = singleFile()
  // A name without a folder is found on the PATH.
  return file?.includes('/') === true ? quoted(resolve(file)) : startCommand(name)
}
