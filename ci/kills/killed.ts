import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { leftovers, workspacesIn } from './leftovers.ts'

/** A command of the sweep; `OUT` in its words is its output folder. */
export interface SweptCommand {
  readonly words: readonly string[]
  /** The next command, which must succeed on the same output folder. */
  readonly nextCommand: readonly string[]
  /** Text that shows that the next command works, for commands that do not end. */
  readonly nextOutput?: string
}

// Time limit for the reaper to remove the remaining processes and files on a busy machine.
const cleanedWithinMs = 40_000
const nextWithinMs = 180_000
const pollEveryMs = 50

/** Result of one kill. */
export interface KillResult {
  /** Problems, in words; empty if nothing is left and the next command succeeds. */
  readonly problems: readonly string[]
  /** Milliseconds after the kill until nothing was left. */
  readonly cleanedMs: number
}

/** Starts a command, kills it with SIGKILL, waits until nothing is left, and starts the next command. */
export async function startAndKill(cli: string, command: SweptCommand, afterMs: number): Promise<KillResult> {
  const temporary = mkdtempSync(join(tmpdir(), 'killed-'))
  mkdirSync(join(temporary, 'home'))
  const startCommand = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [cli, ...words.map((word) => word.replace(/^OUT/, join(temporary, 'out')))], {
      env: { ...process.env, TMPDIR: temporary, HOME: join(temporary, 'home') },
      cwd: temporary,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const workspaces = new Set<string>()
  const killedProcess = startCommand(command.words)
  for (const output of [killedProcess.stdout, killedProcess.stderr]) output?.resume()
  const exit = new Promise<void>((resolve) => killedProcess.once('exit', () => resolve()))
  const killAtMs = performance.now() + afterMs
  while (performance.now() < killAtMs) {
    await sleep(Math.min(pollEveryMs, Math.max(1, killAtMs - performance.now())))
    for (const name of workspacesIn(temporary)) workspaces.add(name)
  }
  killedProcess.kill('SIGKILL')
  await exit
  const killedAtMs = performance.now()
  let leftoverNames = leftovers(temporary, workspaces)
  while (leftoverNames.length > 0 && performance.now() < killedAtMs + cleanedWithinMs) {
    await sleep(pollEveryMs)
    leftoverNames = leftovers(temporary, workspaces)
  }
  const cleanedMs = Math.round(performance.now() - killedAtMs)
  const problems =
    leftoverNames.length > 0 ? leftoverNames : await nextProblems(startCommand(command.nextCommand), command)
  rmSync(temporary, { recursive: true, force: true })
  return { problems, cleanedMs }
}

/** Returns the problem of the next command; empty if the command succeeded. */
async function nextProblems(
  next: ChildProcess,
  { nextCommand: words, nextOutput }: SweptCommand,
): Promise<readonly string[]> {
  let nextCommandOutput = ''
  const limitTimer = setTimeout(() => next.kill('SIGKILL'), nextWithinMs)
  for (const output of [next.stdout, next.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => {
      nextCommandOutput += text
      if (nextOutput !== undefined && nextCommandOutput.includes(nextOutput)) next.kill('SIGTERM')
    })
  const code = await new Promise<number | null>((resolve) => next.once('close', resolve))
  clearTimeout(limitTimer)
  const isExpectedEnd = nextOutput === undefined ? code === 0 : nextCommandOutput.includes(nextOutput)
  return isExpectedEnd
    ? []
    : [`the next command (${words.join(' ')}) ended with ${code}: ${nextCommandOutput.slice(-400)}`]
}
