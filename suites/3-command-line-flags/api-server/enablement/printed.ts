import { inject } from 'vitest'
import { currentCheck } from '#harness/check/context.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { RunningProgram } from '#harness/launch/running.ts'
import { spawnProgram } from '#harness/launch/spawn.ts'
import { spawnServer } from '../../../shared/api-server.ts'
import { startStorage } from '../../../shared/storage.ts'

/** What came of a program that was asked to print something. */
export interface Printed {
  /** Null where it did not end of itself. */
  readonly exitCode: number | null
  readonly stdout: string
}

// Printing takes nobody's answer; a program that serves instead is ended after this.
const printedWithinMs = 8_000

/** What the API server prints, started with nothing but these arguments. */
export async function printed(args: readonly string[]): Promise<Printed> {
  const settings = inject('settings')
  return printedBy(new RunningProgram(await spawnProgram({ settings, role: 'apiserver', args: () => args })))
}

/** What it prints when it has beside all that it needs to serve. */
export async function printedInstead(flags: Flags): Promise<Printed> {
  const storage = await startStorage()
  currentCheck().defer(() => storage.stop())
  return printedBy(await spawnServer({ flags, storage }))
}

async function printedBy(running: RunningProgram): Promise<Printed> {
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
