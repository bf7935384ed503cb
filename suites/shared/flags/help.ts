import { inject } from 'vitest'
import { currentCheck } from '#kit'
import {
  dialectOf,
  recordStarts,
  requirePresent,
  type Role,
  RunningProgram,
  spawnProgram,
  UsedStarts,
  usedStartsHere,
} from '#kit/launch.ts'
import { type HelpEntry, readHelp } from './help-text.ts'

export { type HelpEntry, normalDefault, normalType } from './help-text.ts'

/** Help output of a program. */
export interface Help {
  readonly exitCode: number | null
  readonly text: string
  /**
   * Returns the help of a flag, in the documents' words; `undefined` if the help does not list the flag although the
   * program's version has it.
   */
  entry(flag: `--${string}`): HelpEntry | undefined
}

// Long enough for printing. A program that serves instead is then killed.
const helpWithinMs = 15_000

interface Printed {
  readonly help: Help
  readonly program: RunningProgram
}

const printedHelps = new Map<string, { readonly starts: UsedStarts; readonly printed: Promise<Printed> }>()

/** Returns the help of the target's program of a role. The program runs once for all checks of a worker. */
export async function helpOf(role: Role): Promise<Help> {
  const { target, outDir } = inject('settings')
  const key = JSON.stringify([outDir, role, target.programs[role]])
  let printing = printedHelps.get(key)
  if (printing === undefined) {
    const starts = new UsedStarts()
    printing = { starts, printed: recordStarts(starts, () => printHelp(role)) }
    printedHelps.set(key, printing)
  }
  usedStartsHere()?.uses(printing.starts)
  const { help, program } = await printing.printed
  currentCheck().show(program.evidence)
  return help
}

async function printHelp(role: Role): Promise<Printed> {
  const settings = inject('settings')
  const dialect = dialectOf(settings.target)
  const helpProgram = new RunningProgram(await spawnProgram({ settings, role, flags: {}, args: ['--help'] }))
  const { program } = helpProgram
  const limit = setTimeout(() => program.kill(), helpWithinMs)
  const exit = await program.exited
  clearTimeout(limit)
  const text = program.stdout.text
  const entries = readHelp(text)
  const entry: Help['entry'] = (flag) => {
    requirePresent(dialect, role, 'flag', flag)
    return entries.get(dialect.word(flag))
  }
  return { help: { exitCode: exit.code, text, entry }, program: helpProgram }
}
