import { CommanderError } from 'commander'
import { environmentFault } from '../../environment.ts'
import { HarnessError, messageOf } from '../../errors.ts'
import { exitCodeOfError, exitCodes, type ExitCode } from './exit-codes.ts'

/**
 * Executes a command line, and ends the process with the resulting exit code. No other function ends a command.
 * @param name name of the program in messages
 */
export async function exitAfter(name: string, work: () => Promise<ExitCode>): Promise<never> {
  const exit = (code: ExitCode): never => process.exit(code)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  let code: ExitCode
  try {
    code = await work()
  } catch (thrown) {
    if (thrown instanceof CommanderError)
      return exit(thrown.exitCode === 0 ? exitCodes.conformant : exitCodes.usage)
    if (thrown instanceof HarnessError) {
      process.stderr.write(`${name}: ${thrown.message}\n`)
      return exit(exitCodeOfError(thrown.code))
    }
    const fault = environmentFault(thrown)
    if (fault !== undefined) {
      process.stderr.write(`${name}: ${fault.message}\n`)
      return exit(exitCodes.configFault)
    }
    const stackText = thrown instanceof Error ? thrown.stack : messageOf(thrown)
    process.stderr.write(`${name}: internal error, please report it:\n${stackText}\n`)
    return exit(exitCodes.harnessFault)
  }
  await flush(process.stdout)
  return exit(code)
}

/**
 * Ignores the error of a closed pipe, because a reader such as `head` may stop early without an effect on
 * the exit code.
 */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
