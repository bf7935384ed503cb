// Interrupts and kills runs at random moments and reports what they leave on the machine: `node dist/ci/interrupts.js
// [EACH] [LATEST_MS] [ARGUMENTS OF run…]`, by default runs of the reference.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hostDifferences, hostState } from '#harness/machine/state.ts'

const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin', 'orch-conformance.js')
const each = Number(process.argv[2] ?? 50)
// From the start of the process to the middle of its checks.
const latestMs = Number(process.argv[3] ?? 5_000)
const cleanedWithinMs = 15_000
const given = process.argv.slice(4)
const arguments_ = ['run', '--jobs', '1', ...(given.length > 0 ? given : ['--only', 'authn.anonymous.*'])]

/** Result of one run; `wrong` is empty if there is no problem. */
interface Ended {
  readonly how: string
  readonly wrong: string
}

async function endRun(signal: NodeJS.Signals, afterMs: number): Promise<Ended> {
  const before = hostState()
  const temporary = mkdtempSync(join(tmpdir(), 'interrupts-'))
  const out = join(temporary, 'out')
  const child = spawn(process.execPath, [cli, ...arguments_, '--out', out], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, by) => resolve(by === null ? String(code) : by)),
  )
  await sleep(afterMs)
  child.kill(signal)
  const how = await ended
  const left = wrongWith({ how, signal, out, stderr }) || (await leftBehind(temporary))
  const wrong = left || hostDifferences(before, hostState()).join(', ')
  if (wrong === '') rmSync(temporary, { recursive: true, force: true })
  return { how, wrong }
}

function wrongWith(run: { how: string; signal: NodeJS.Signals; out: string; stderr: string }): string {
  const { how, signal, out, stderr } = run
  const file = join(out, 'events.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  if (how === '0') return ''
  if (signal === 'SIGKILL') return lines.slice(0, -1).every(isJson) ? '' : 'a line before the last is torn'
  // Before the first line of the program is read, Node alone handles a signal, and no output exists yet.
  if (how === signal) return existsSync(out) ? `${signal} ended it after it had begun` : ''
  if (how !== '130') return `it ended with ${how}: ${stderr.slice(-500)}`
  if (!lines.every(isJson) || !lines[0]?.includes('"type":"header"')) return 'no readable result'
  const cutOff = lines.filter((line) => /"verdict":"(?!held|observed|not-applicable)/.test(line))
  return cutOff.length === 0 ? '' : `what was cut off has a verdict: ${cutOff[0]?.slice(0, 300)}`
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Returns what is left after the time that a reaper may take. */
async function leftBehind(temporary: string): Promise<string> {
  const left = (): string[] => [
    ...readdirSync(temporary).filter((name) => name !== 'out' && !name.startsWith('node-')),
    ...processesWith(temporary).map((pid) => `process ${pid}`),
  ]
  const giveUpAtMs = performance.now() + cleanedWithinMs
  while (left().length > 0 && performance.now() < giveUpAtMs) await sleep(50)
  return left().join(', ')
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
let wrong = 0
for (const signals of [['SIGINT', 'SIGTERM'], ['SIGKILL']] as const) {
  for (let index = 0; index < each; index++) {
    const signal = signals[index % signals.length] ?? 'SIGKILL'
    const afterMs = Math.round(Math.random() * latestMs)
    const ended = await endRun(signal, afterMs)
    const kind = `${signal} → ${ended.how}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (ended.wrong === '') continue
    wrong++
    process.stdout.write(`${signal} after ${afterMs} ms: ${ended.wrong}\n`)
  }
}
for (const [kind, count] of counts) process.stdout.write(`${kind}: ${count}\n`)
process.stdout.write(wrong === 0 ? 'Nothing was lost or left behind.\n' : `${wrong} were wrong.\n`)
process.exitCode = wrong === 0 ? 0 : 1
