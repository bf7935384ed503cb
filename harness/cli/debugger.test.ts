import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { evidenceFolder } from '../catalogue.ts'
import { freePort } from '../launch/free-port.ts'
import { type CliOptions, type CliResult, fakeApiServer, runCli } from '../testing/run-cli.ts'
import { until } from '../machine/until.ts'

const check = 'plain.breaks/accepts-with-201'
const withinMs = 120_000

// Time limit of a test, long enough for several processes and a debugger.
vi.setConfig({ testTimeout: 300_000 })

/** Returns the first printed command that follows a prefix, as arguments without the program's name. */
function printedCommand(text: string, label = ''): string[] {
  const [, command] = new RegExp(`^ *${label} *npx \\S+ (.*)$`, 'm').exec(text) ?? []
  if (command === undefined) throw new Error(`No command is printed behind "${label}":\n${text}`)
  return command.split(' ')
}

interface Debugger {
  /** The program under test; default: the fake API server. */
  readonly program?: readonly string[]
  /** Words that precede the printed script, and are printed with it. */
  readonly commandWords: string
  readonly addedArguments: readonly string[]
  /** Input for the debugger once its output matches `when`. */
  readonly tells?: { readonly when: RegExp; readonly say: string }
}

/**
 * Runs the three commands from a red run to the same check under a debugger. Each command is printed by the previous
 * command.
 * @param given the debugger, with the arguments that a script adds to the printed arguments
 */
async function debugSession(
  given: Debugger,
): Promise<{ readonly rerun: CliResult; readonly output: string }> {
  const failingRun = await runCli('plain', [
    'run',
    '--only',
    check,
    ...(given.program === undefined ? [] : ['--', ...given.program]),
  ])
  const reproText = join(failingRun.temporary, 'out', 'evidence', evidenceFolder(check), 'repro.txt')
  const reproResult = await runCli('plain', printedCommand(readFileSync(reproText, 'utf8')))
  let debuggerOutput = ''
  let debuggerProcess: ChildProcessWithoutNullStreams | undefined
  const startDebugger: CliOptions['whileRunning'] = async (child) => {
    let output = ''
    child.stderr?.on('data', (text: string) => (output += text))
    const line = new RegExp(`^ {2}(\\S+start\\.sh) ${given.commandWords}$`, 'm')
    await until(() => line.test(output), { withinMs, what: `start.sh ${given.commandWords} is printed` })
    const script = line.exec(output)?.[1] ?? ''
    debuggerProcess = spawn(script, [...given.commandWords.split(' ').slice(0, -1), ...lastWordsOf(given)], {
      detached: true,
    })
    for (const stream of [debuggerProcess.stdout, debuggerProcess.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (debuggerOutput += text))
    if (given.tells !== undefined) {
      const { when, say } = given.tells
      await until(() => when.test(debuggerOutput), { withinMs, what: `the debugger says ${when}` })
      debuggerProcess.stdin.write(say)
    }
  }
  const rerun = await runCli('plain', printedCommand(reproResult.stdout, 'Debug'), {
    whileRunning: startDebugger,
  })
  stopDebugger(debuggerProcess)
  for (const { temporary } of [failingRun, reproResult, rerun])
    rmSync(temporary, { recursive: true, force: true })
  return { rerun, output: debuggerOutput }
}

/** Ends the remaining processes of a debugger and its program after the check. */
function stopDebugger(debugging: ChildProcessWithoutNullStreams | undefined): void {
  if (debugging?.pid === undefined) return
  try {
    process.kill(-debugging.pid, 'SIGKILL')
  } catch (thrown) {
    // The command has already ended all processes of the check.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown
  }
}

/** Returns the last words of the debugger's command: `gdb MORE --args`, `node inspect MORE`. */
function lastWordsOf({ commandWords, addedArguments }: Debugger): readonly string[] {
  const lastWord = commandWords.split(' ').at(-1) ?? ''
  return lastWord === '--args' ? [...addedArguments, lastWord] : [lastWord, ...addedArguments]
}

test('a red check has the same verdict under the debugger of Node.js', async () => {
  const port = await freePort()
  const { rerun, output } = await debugSession({
    commandWords: 'node inspect',
    addedArguments: [`--port=${port}`],
    tells: { when: /Break on start/, say: 'cont\n' },
  })

  expect(output).toContain('Break on start')
  expect(rerun.stdout).toContain(`${check}: broken, as before`)
  expect(rerun.code).toBe(1)
})

const hasGdb =
  spawnSync('gdb', ['-q', '-batch', '-ex', 'run', '--args', 'true'], { encoding: 'utf8' }).stdout?.includes(
    'exited normally',
  ) === true

test.skipIf(!hasGdb)('a red check has the same verdict under gdb', async () => {
  // A program with the name of a server is debugged as a server, regardless of its language.
  const folder = mkdtempSync(join(tmpdir(), 'debugger-test-'))
  const nativeProgram = join(folder, 'orch-apiserver')
  symlinkSync(process.execPath, nativeProgram)
  const { rerun, output } = await debugSession({
    program: [nativeProgram, ...fakeApiServer.slice(1)],
    commandWords: 'gdb --args',
    addedArguments: ['-q', '-batch', '-ex', 'run'],
  })
  rmSync(folder, { recursive: true })

  expect(output).toMatch(/Thread debugging|New Thread/)
  expect(rerun.stdout).toContain(`${check}: broken, as before`)
  expect(rerun.code).toBe(1)
})
