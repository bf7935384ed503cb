import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

// Matches a word that looks like a path: a bare word is more likely an argument than a file of the same name.
const pathLikePattern = /[./]/

/**
 * Returns a command whose paths are valid in any directory, because programs run in their own directories. Makes
 * absolute: the program if it is a path, and each argument, or value after the first `=` of an argument, that names an
 * existing file of the folder, or a folder as `./x`.
 */
export function absoluteCommand([file, ...args]: readonly string[], folder: string): string[] {
  if (file === undefined) return []
  return [file.includes('/') ? resolve(folder, file) : file, ...absoluteArguments(args, folder)]
}

/** Returns arguments with the paths of existing files made absolute. */
export function absoluteArguments(args: readonly string[], folder: string): string[] {
  return args.map((argument) => {
    const [, flag = '', value = ''] = /^(-[^=]*=)?(.*)$/s.exec(argument) ?? []
    return pathLikePattern.test(value) && isExistingPath(value, folder)
      ? flag + resolve(folder, value)
      : argument
  })
}

// Matches relative paths, and names with the usual endings of files.
const pathPattern =
  /^\.{1,2}\/|^[\w@.-]+(?:\/[\w@.-]+)*\.(?:[cm]?[jt]s|py|rb|jar|sh|ya?ml|json|toml|conf|cfg|ini|crt|pem|key)$/

/** Returns the value of an argument after its flag: the path of `--config=/etc/x.yaml`. */
export function valueOf(argument: string): string {
  return argument.replace(/^-[^=]*=/, '')
}

/** Returns the arguments that must be paths of the user's own folder but do not exist there. */
export function missingPaths(args: readonly string[]): string[] {
  return args.map(valueOf).filter((value) => pathPattern.test(value) && !isAbsolute(value))
}

/** Reports whether a file exists; a folder only if it is spelled as a path. */
function isExistingPath(value: string, folder: string): boolean {
  try {
    const entry = statSync(resolve(folder, value))
    return entry.isFile() || (entry.isDirectory() && /^\.{1,2}\/./.test(value))
  } catch {
    // A value that is not a valid path, such as one with a NUL, names no file.
    return false
  }
}
