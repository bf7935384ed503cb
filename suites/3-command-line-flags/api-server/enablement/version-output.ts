import { inject } from 'vitest'
import { currentCheck } from '#kit'
import { type Flags, RunningProgram, spawnProgram } from '#kit/launch.ts'
import { spawnServer } from '../../../shared/api-server.ts'
import { startStorage } from '../../../shared/storage.ts'

/** Output and exit code of a program that is started to print something. */
export interface VersionOutput {
  /** `null` if the program had to be killed. */
  readonly exitCode: number | null
  readonly stdout: string
}

// Long enough for printing without peers. A program that serves instead is then killed.
const printedWithinMs = 8_000

/** Returns the output of the API server, started with only these arguments. */
export async function versionOutput(args: readonly string[]): Promise<VersionOutput> {
  const settings = inject('settings')
  return printedBy(new RunningProgram(await spawnProgram({ settings, role: 'apiserver', flags: {}, args })))
}

/** Returns the output of the API server, started with these flags and everything that it needs to serve. */
export async function outputWithFlags(flags: Flags): Promise<VersionOutput> {
  const storage = await startStorage()
  currentCheck().defer(() => storage.stop())
  return printedBy(await spawnServer({ flags, storage }))
}

async function printedBy(running: RunningProgram): Promise<VersionOutput> {
  const check = currentCheck()
  check.show(running.evidence)
  check.defer(async () => {
    await running.stop()
  })
  const { program } = running
  const limit = setTimeout(() => program.kill(), printedWithinMs)
  const { code } = await program.exited
  clearTimeout(limit)
  return { exitCode: code, stdout: program.stdout.text }
}
