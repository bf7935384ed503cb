import type { Command } from 'commander'
import { shortenPath } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { nearest } from '../../nearest.ts'

/**
 * Verifies that the first word is a command, even with `--help`: a script that probes for a command must not get the
 * general help.
 */
export function rejectUnknownCommand(argv: readonly string[], program: Command): void {
  const [first, second] = argv.filter((word) => !word.startsWith('-'))
  const isFirstWord = first !== undefined && argv.slice(0, argv.indexOf(first)).every(isHelp)
  const name = first === 'help' ? second : first
  if (name === undefined || !isFirstWord) return
  const names = program.commands.map((command) => command.name())
  if (names.includes(name) || name === 'help') return
  const suggestion = nearest(name, names)
  const hint = suggestion === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${suggestion}?`
  throw new HarnessError('usage', `there is no command ${shortenPath(name)}. ${hint}`)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === '--version' || word === '-V'
}
