// Messages of the usual command-line parsers for an unknown flag: `unknown flag: --x`, `unrecognized option '--x'`,
// `flag provided but not defined: -x`.
const unknownFlagPattern =
  /(?:(?:unknown|unrecognized|unexpected|unsupported|no such) (?:command[- ]line )?(?:flag|option|argument|switch|parameter)s?|flag provided but not defined)\W{0,4}?(-{1,2}[\w.-]+)/i

/**
 * Returns the flag of a command line that a program reports as unknown, if its message has a usual form.
 * @param output output of the program before it ended
 * @param command command line of the program
 */
export function missingFlagIn(output: string, command: readonly string[]): string | undefined {
  const [, named] = unknownFlagPattern.exec(output) ?? []
  if (named === undefined) return undefined
  const flag = `--${named.replace(/^-+/, '')}`
  return command.some((argument) => argument === flag || argument.startsWith(`${flag}=`)) ? flag : undefined
}
