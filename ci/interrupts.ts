// Interrupts and kills runs at random moments and reports the processes and files that they leave on the machine: `node
// dist/ci/interrupts.js [EACH] [LATEST_MS] [ARGUMENTS OF run…]`, by default runs of the reference.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hostDifferences, hostState } from '#harness/machine/state.ts'

const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin', 'orch-conformance.js')
const runsPerSignal = Number(process.argv[2] ?? 50)
// Maximum delay of a signal after the start of the process: the middle of its checks.
const maxDelayMs = Number(process.argv[3] ?? 5_000)
const cleanedWithinMs = 15_000
const extraArguments = process.argv.slice(4)
const runArguments = [
  'run',
  '--jobs',
  '1',
  ...(extraArguments.length > 0 ? extraArguments : ['--only', 'authn.anonymous.*']),
]

/** Result of one run: its exit code or signal, and the problem; empty if there is none. */
interface EndedRun {
  readonly exitText: string
  readonly problem: string
}

async function endRun(signal: NodeJS.Signals, afterMs: number): Promise<EndedRun> {
  const stateBefore = hostState()
  const temporary = mkdtempSync(join(tmpdir(), 'interrupts-'))
  const outDir = join(temporary, 'out')
  const child = spawn(process.execPath, [cli, ...runArguments, '--out', outDir], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exitStatus = new Promise<string>((resolve) =>
    child.once('close', (code, by) => resolve(by === null ? String(code) : by)),
  )
  await sleep(afterMs)
  child.kill(signal)
  const exitText = await exitStatus
  const endProblem = problemOfRun({ exitText, signal, out: outDir, stderr }) || (await leftoversOf(temporary))
  const problem = endProblem || hostDifferences(stateBefore, hostState()).join(', ')
  if (problem === '') rmSync(temporary, { recursive: true, force: true })
  return { exitText, problem }
}

function problemOfRun(run: {
  exitText: string
  signal: NodeJS.Signals
  out: string
  stderr: string
}): string {
  const { exitText, signal, out, stderr } = run
  const file = join(out, 'events.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  if (exitText === '0') return ''
  if (signal === 'SIGKILL') return lines.slice(0, -1).every(isJson) ? '' : 'a line before the last is torn'
  // Before the first line of the program is read, Node alone handles a signal, and no output exists yet.
  if (exitText === signal) return existsSync(out) ? `${signal} ended it after it had begun` : ''
  if (exitText !== '130') return `it ended with ${exitText}: ${stderr.slice(-500)}`
  if (!lines.every(isJson) || !lines[0]?.includes('"type":"header"')) return 'no readable result'
  const interruptedLines = lines.filter((line) => /"verdict":"(?!held|observed|not-applicable)/.test(line))
  return interruptedLines.length === 0
    ? ''
    : `what was cut off has a verdict: ${interruptedLines[0]?.slice(0, 300)}`
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Waits until the reaper has had its time. Returns the processes and files that remain. */
async function leftoversOf(temporary: string): Promise<string> {
  const listLeftovers = (): string[] => [
    ...readdirSync(temporary).filter((name) => name !== 'out' && !name.startsWith('node-')),
    ...processesWith(temporary).map((pid) => `process ${pid}`),
  ]
  const giveUpAtMs = performance.now() + cleanedWithinMs
  while (listLeftovers().length > 0 && performance.now() < giveUpAtMs) await sleep(50)
  return listLeftovers().join(', ')
}

function processesWith(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(word)
      } catch {
        return false
      }
    })
}

const counts = new Map<string, number>()
let wrongCount = 0
for (const signals of [['SIGINT', 'SIGTERM'], ['SIGKILL']] as const) {
  for (let index = 0; index < runsPerSignal; index++) {
    const signal = signals[index % signals.length] ?? 'SIGKILL'
    const afterMs = Math.round(Math.random() * maxDelayMs)
    const endedRun = await endRun(signal, afterMs)
    const kind = `${signal} → ${endedRun.exitText}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (endedRun.problem === '') continue
    wrongCount++
    process.stdout.write(`${signal} after ${afterMs} ms: ${endedRun.problem}\n`)
  }
}
for (const [kind, count] of counts) process.stdout.write(`${kind}: ${count}\n`)
process.stdout.write(wrongCount === 0 ? 'Nothing was lost or left behind.\n' : `${wrongCount} were wrong.\n`)
process.exitCode = wrongCount === 0 ? 0 : 1
