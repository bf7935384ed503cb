// Kills commands with SIGKILL at random moments, and reports what they left on the machine and whether the next command
// succeeds: `npm run kills -- --kills 1000 --seed 7`, by default 60 kills of all commands in turn. A release makes
// 1,000 kills.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { figuresOf } from './figures.ts'
import { startAndKill, type KillResult, type SweptCommand } from './killed.ts'

const cli = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'bin', 'orch-conformance.js')
const { values, positionals: chosenNames } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    // Number of concurrent kills. Each command takes about one core.
    'at-once': { type: 'string', default: '1' },
  },
})
const [kills, seed, atOnce] = [values.kills, values.seed, values['at-once']].map(Number) as [
  number,
  number,
  number,
]

const fixture = mkdtempSync(join(tmpdir(), 'kills-'))
const [first, second] = [join(fixture, 'first'), join(fixture, 'second')]
const onlyOption = ['--only', 'authn.anonymous.enabled']
const check = 'authn.anonymous.enabled/accepts-a-request-without-credentials-when-it-is-true'
const smallRun = ['run', ...onlyOption, '--jobs', '1', '--out', 'OUT']

/** Commands by name, each with the latest moment of a kill, in milliseconds after the start. */
const commands: Readonly<Record<string, SweptCommand & { readonly maxDelayMs: number }>> = {
  run: { words: smallRun, nextCommand: smallRun, maxDelayMs: 8_000 },
  certify: {
    words: [
      'certify',
      '--profile',
      'apiserver-states',
      '--make-key',
      'OUT.key',
      '--jobs',
      '1',
      '--out',
      'OUT',
    ],
    // The next command is a small run, because a whole profile takes minutes.
    nextCommand: [...smallRun.slice(0, -1), 'OUT-2'],
    maxDelayMs: 8_000,
  },
  merge: {
    words: ['merge', first, second, '--out', 'OUT'],
    nextCommand: ['merge', first, second, '--out', 'OUT'],
    maxDelayMs: 2_000,
  },
  watch: { words: [...smallRun, '--watch'], nextCommand: smallRun, maxDelayMs: 12_000 },
  repro: {
    words: ['repro', check, '--out', 'OUT'],
    nextCommand: ['repro', check, '--out', 'OUT-2'],
    maxDelayMs: 6_000,
  },
  mock: {
    words: ['mock', 'etcd', 'oidc-issuer', 'webhook-authorizer'],
    nextCommand: ['mock', 'etcd', 'oidc-issuer', 'webhook-authorizer'],
    nextOutput: 'https://',
    maxDelayMs: 4_000,
  },
}

// Returns the same sequence of numbers for the same seed (linear congruential generator), so that moments can be
// repeated.
let randomState = seed
function random(): number {
  randomState = (randomState * 1_103_515_245 + 12_345) % 2 ** 31
  return randomState / 2 ** 31
}

function prepare(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr.slice(-400)}`)
}

const names = Object.keys(commands).filter((name) => chosenNames.length === 0 || chosenNames.includes(name))
const hasValidArguments =
  [kills, seed, atOnce].every((one) => Number.isSafeInteger(one) && one > 0) &&
  chosenNames.every((name) => name in commands)
if (!hasValidArguments) {
  process.stderr.write(
    `Usage: npm run kills -- [--kills N] [--seed N] [--at-once N] [COMMAND…], with commands of ${Object.keys(commands).join(', ')}.\n`,
  )
  process.exit(2)
}
if (names.includes('merge'))
  for (const [index, out] of [first, second].entries())
    prepare('run', '--only', 'authn.anonymous.*', '--shard', `${index + 1}/2`, '--out', out)

// All moments are drawn before the first kill, so that a seed repeats them for any number of concurrent kills.
const moments = Array.from({ length: kills }, (_, index) => {
  const name = names[index % names.length] ?? ''
  return { name, afterMs: Math.round(random() * (commands[name]?.maxDelayMs ?? 0)) }
})
const results: (KillResult & { readonly name: string })[] = []
let nextIndex = 0
async function killNext(): Promise<void> {
  for (let index = nextIndex++; index < kills; index = nextIndex++) {
    const { name, afterMs } = moments[index] ?? { name: '', afterMs: 0 }
    const command = commands[name]
    if (command === undefined) continue
    const result = await startAndKill(cli, command, afterMs)
    results.push({ name, ...result })
    const { problems, cleanedMs } = result
    process.stderr.write(
      `${results.length}/${kills} ${name} after ${afterMs} ms: clean in ${cleanedMs} ms, ${problems.length} wrong\n`,
    )
    for (const problem of problems) console.log(`${name} after ${afterMs} ms: ${problem}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, killNext))
rmSync(fixture, { recursive: true, force: true })
console.log(figuresOf(names, results).join('\n'))
process.exit(results.some(({ problems }) => problems.length > 0) ? 1 : 0)
