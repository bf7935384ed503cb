// How the usual parsers of command lines call a flag that they do not know: `unknown flag: --x`, `unrecognized option '--x'`,
// `flag provided but not defined: -x`.
const unknown =
  /(?:(?:unknown|unrecognized|unexpected|unsupported|no such) (?:command[- ]line )?(?:flag|option|argument|switch|parameter)s?|flag provided but not defined)\W{0,4}?(-{1,2}[\w.-]+)/i

/**
 * The flag of a command line that a program says it does not have, where it does in a usual way.
 * @param output what the program printed before it ended
 * @param command what it was started with
 */
export function missingFlagIn(output: string, command: readonly string[]): string | undefined {
  const [, named] = unknown.exec(output) ?? []
  if (named === undefined) return undefined
  const flag = `--${named.replace(/^-+/, '')}`
  return command.some((argument) => argument === flag || argument.startsWith(`${flag}=`)) ? flag : undefined
}
