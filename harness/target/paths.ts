import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

// What looks like a path: a bare word is more likely an argument of its own than a file that has the same name.
const looksLikePath = /[./]/

/**
 * A command whose paths hold wherever it runs, as programs run in directories of their own: the program where it is a
 * path, and each argument, or value behind its first `=`, that names an existing file of the folder, or a folder as `./x`.
 */
export function absoluteCommand([file, ...args]: readonly string[], folder: string): string[] {
  if (file === undefined) return []
  return [file.includes('/') ? resolve(folder, file) : file, ...absoluteArguments(args, folder)]
}

/** Arguments with the paths of existing files made absolute. */
export function absoluteArguments(args: readonly string[], folder: string): string[] {
  return args.map((argument) => {
    const [, flag = '', value = ''] = /^(-[^=]*=)?(.*)$/s.exec(argument) ?? []
    return looksLikePath.test(value) && isThere(value, folder) ? flag + resolve(folder, value) : argument
  })
}

// A name with one of these endings, or a path from here, is hardly anything else.
const surelyPath =
  /^\.{1,2}\/|^[\w@.-]+(?:\/[\w@.-]+)*\.(?:[cm]?[jt]s|py|rb|jar|sh|ya?ml|json|toml|conf|cfg|ini|crt|pem|key)$/

/** What an argument says behind its flag: the path of `--config=/etc/x.yaml`. */
export function valueOf(argument: string): string {
  return argument.replace(/^-[^=]*=/, '')
}

/** The arguments that must be meant as paths of the user's own folder and name nothing there. */
export function missingPaths(args: readonly string[]): string[] {
  return args.map(valueOf).filter((value) => surelyPath.test(value) && !isAbsolute(value))
}

/** An existing file; a folder only where it is spelled as a path. */
function isThere(value: string, folder: string): boolean {
  try {
    const entry = statSync(resolve(folder, value))
    return entry.isFile() || (entry.isDirectory() && /^\.{1,2}\/./.test(value))
  } catch {
    // Also where it is no path at all, such as one with a NUL in it.
    return false
  }
}
