import { listQuirks, splitOwnArguments } from './own-arguments.ts'
import { freedom, setQuirks } from '../quirks/quirks.ts'
import { commandLine } from './command-line.ts'
import type { Program } from './program.ts'
import { Refusal } from '../flags/refusal.ts'

/**
 * Runs a program with the arguments of this process. A refused start ends the process with a line on standard error.
 */
export async function main(program: Program): Promise<void> {
  const { name, faults, freedoms } = program
  const printLine = (line: string) => process.stderr.write(`${name}: ${line}\n`)
  let refusedCode = 1
  let formatRefusal = (refusal: Refusal) => refusal.message
  try {
    const { settings, list, rest } = splitOwnArguments(process.argv.slice(2), faults, freedoms)
    if (list !== undefined) {
      process.stdout.write(listQuirks(list === 'faults' ? faults : freedoms))
      return
    }
    setQuirks(settings)
    refusedCode = freedom('refusals-exit-with-3') ? 3 : 1
    // A port that another process uses is still reported, because the command line is not the cause.
    if (freedom('refusals-without-reason'))
      formatRefusal = (refusal) => (isTakenPort(refusal) ? refusal.message : 'cannot start like this')
    await commandLine(program, rest, printLine)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    printLine(formatRefusal(error))
    // Ports that were opened before the failure would keep the process alive.
    process.exit(refusedCode)
  }
}

function isTakenPort({ cause }: Refusal): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
}
