// Sends SIGTERM to every command at random moments, and reports how long each command took to end and which files and
// processes it left: `node dist/ci/signals.js [EACH] [SEED] [COMMAND…]`, by default fifty moments of all commands.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin', 'orch-conformance.js')
const runsPerSignal = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? 1)
const chosenArguments = process.argv.slice(4)
const endsWithinMs = 2_000
const cleanedWithinMs = 15_000
const maxDelayMs = 4_000

const fixture = mkdtempSync(join(tmpdir(), 'signals-'))
const runArguments = ['run', '--only', 'authn.anonymous.enabled']
const check = 'authn.anonymous.enabled/accepts-a-request-without-credentials-when-it-is-true'
const [whole, first, second, folder] = ['whole', 'first', 'second', 'folder'].map((name) =>
  join(fixture, name),
) as [string, string, string, string]

/** Commands by name; `OUT` is a path that does not exist yet. */
const commands: Readonly<Record<string, readonly string[]>> = {
  run: [...runArguments, '--out', 'OUT'],
  doctor: ['doctor', '--out', 'OUT'],
  mock: ['mock', 'etcd', 'oidc-issuer', 'webhook-authorizer'],
  list: ['list', '--json'],
  pages: ['list', '--pages', 'OUT', '--run', whole],
  explain: ['explain', 'authn.anonymous.enabled', '--out', whole],
  report: ['report', whole],
  compare: ['compare', whole, first],
  trend: ['trend', whole, first, second],
  merge: ['merge', first, second, '--out', 'OUT'],
  repro: ['repro', check, '--out', 'OUT'],
  'repro run': ['repro', 'run', folder],
  shrink: ['shrink', check, '--out', 'OUT'],
  prove: [
    'prove',
    '--fault',
    'anonymous-enabled-ignored',
    '--only',
    'authn.anonymous.enabled',
    '--out',
    'OUT',
  ],
  certify: ['certify', '--profile', 'apiserver-states', '--make-key', 'OUT.key', '--out', 'OUT'],
  verify: ['verify', whole],
  rejudge: ['rejudge', whole],
  challenge: ['challenge', check, '--run', whole, '--out', 'OUT'],
  baseline: ['baseline', 'update', whole, '--baseline', 'OUT'],
  completion: ['completion', 'bash'],
}

function prepare(...words: readonly string[]): void {
  spawnSync(process.execPath, [cli, ...words], { stdio: 'ignore', env: { ...process.env, TMPDIR: fixture } })
}

// Returns the same sequence of numbers for the same seed (linear congruential generator), so that moments can be
// repeated.
let randomState = seed
function random(): number {
  randomState = (randomState * 1_103_515_245 + 12_345) % 2 ** 31
  return randomState / 2 ** 31
}

async function interruptCommand(
  words: readonly string[],
  afterMs: number,
): Promise<{ tookMs: number; problem: string }> {
  const temporary = mkdtempSync(join(tmpdir(), 'signal-'))
  const argv = words.map((word) => word.replace(/^OUT/, join(temporary, 'out')))
  const child = spawn(process.execPath, [cli, ...argv], {
    env: { ...process.env, TMPDIR: temporary },
    cwd: temporary,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  let atMs = Infinity
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const killTimer = setTimeout(() => {
    atMs = performance.now()
    child.kill('SIGTERM')
  }, afterMs)
  const code = await closed
  const tookMs = Math.max(0, performance.now() - atMs)
  clearTimeout(killTimer)
  const listLeftovers = (): string[] => [
    ...readdirSync(temporary).filter((name) => !name.startsWith('out') && !name.startsWith('node-')),
    ...processesWith(temporary),
  ]
  const giveUpAtMs = performance.now() + cleanedWithinMs
  while (listLeftovers().length > 0 && performance.now() < giveUpAtMs) await sleep(100)
  const crashText = code === 6 ? `exit code 6: ${output.slice(-300)}` : ''
  const problem = [crashText, ...listLeftovers()].filter(Boolean).join(', ')
  rmSync(temporary, { recursive: true, force: true })
  return { tookMs, problem }
}

function processesWith(directory: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        Number(name) !== process.pid &&
        readFileSync(`/proc/${name}/environ`, 'utf8').includes(directory)
      )
    } catch {
      return false
    }
  })
}

prepare(...runArguments, '--out', whole)
prepare(...runArguments, '--shard', '1/2', '--out', first)
prepare(...runArguments, '--shard', '2/2', '--out', second)
prepare('repro', check, '--out', folder)

let hasProblem = false
for (const [name, words] of Object.entries(commands)) {
  if (chosenArguments.length > 0 && !chosenArguments.includes(name)) continue
  const times: number[] = []
  const problems: string[] = []
  for (let moment = 0; moment < runsPerSignal; moment++) {
    // Squaring makes early moments more frequent: a command does most of its work in its first second.
    const afterMs = random() ** 2 * maxDelayMs
    const { tookMs, problem } = await interruptCommand(words, afterMs)
    times.push(tookMs)
    if (problem !== '') problems.push(`after ${Math.round(afterMs)} ms: ${problem}`)
    if (tookMs > endsWithinMs)
      problems.push(`after ${Math.round(afterMs)} ms: it took ${Math.round(tookMs)} ms to end`)
  }
  hasProblem ||= problems.length > 0
  const longestTimeMs = Math.round(Math.max(...times))
  console.log(
    `${name.padEnd(12)} ${runsPerSignal} moments, the longest end ${longestTimeMs} ms, ${problems.length} wrong`,
  )
  for (const problem of problems) console.log(`  ${problem}`)
}
rmSync(fixture, { recursive: true, force: true })
process.exit(hasProblem ? 1 : 0)
