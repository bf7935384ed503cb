// Begins each line that the harness adds to a reason about the command that started a program.
const linePrefix = 'The command of programs.'

/**
 * Returns the lines for the reason of a failure about the flags that a command dropped and about those that it added.
 * @param name the role of the program
 */
export function commandNotes(
  name: string,
  dropped: readonly string[],
  added: readonly string[],
): readonly string[] {
  const line = (text: string, flags: readonly string[]): string[] =>
    flags.length === 0 ? [] : [`${linePrefix}${name} ${text}: ${flags.map(oneLine).join(' ')}`]
  return [
    ...line('started its program with flags of the harness not passed on', dropped),
    ...line('started its program with flags of its own', added),
  ]
}

/** Returns the lines of a reason about the commands of programs. */
export function commandNotesIn(reason: string): readonly string[] {
  return reason.split('\n').filter(isNote)
}

/** Returns a reason without the lines about the commands of programs, which do not describe the failure. */
export function withoutCommandNotes(reason: string): string {
  return reason
    .split('\n')
    .filter((line) => !isNote(line))
    .join('\n')
}

function isNote(line: string): boolean {
  return line.startsWith(linePrefix)
}

function oneLine(flag: string): string {
  return flag.replaceAll(/\s*\n\s*/g, ' ')
}
