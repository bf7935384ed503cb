import type { Command } from 'commander'
import { shortened } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { nearest } from '../../nearest.ts'

/**
 * Sees to it that the first word is a command, also beside `--help`: a script that asks whether there is one must not be
 * told so by the general help.
 */
export function mustBeKnown(argv: readonly string[], program: Command): void {
  const [first, second] = argv.filter((word) => !word.startsWith('-'))
  const isBeforeAny = first !== undefined && argv.slice(0, argv.indexOf(first)).every(isHelp)
  const asked = first === 'help' ? second : first
  if (asked === undefined || !isBeforeAny) return
  const names = program.commands.map((command) => command.name())
  if (names.includes(asked) || asked === 'help') return
  const near = nearest(asked, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`
  throw new HarnessError('usage', `there is no command ${shortened(asked)}. ${hint}`)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === '--version' || word === '-V'
}
