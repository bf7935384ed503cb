// Kills commands with SIGKILL at drawn moments, and reports what they left on the machine and whether the next command
// succeeds: `node dist/ci/kills/main.js [KILLS] [SEED] [COMMAND…]`, by default 60 kills of all commands in turn. A
// release makes 1,000.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killed, type SweptCommand } from './killed.ts'

const cli = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'bin', 'orch-conformance.js')
const kills = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? 1)
const chosen = process.argv.slice(4)

const fixture = mkdtempSync(join(tmpdir(), 'kills-'))
const [first, second] = [join(fixture, 'first'), join(fixture, 'second')]
const only = ['--only', 'authn.anonymous.enabled']
const check = 'authn.anonymous.enabled/accepts-a-request-without-credentials-when-it-is-true'
const small = ['run', ...only, '--jobs', '1', '--out', 'OUT']

/** Commands by name, each with the time of its interesting part in milliseconds. */
const commands: Readonly<Record<string, SweptCommand & { readonly longestMs: number }>> = {
  run: { words: small, next: small, longestMs: 8_000 },
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
    // A whole profile takes minutes.
    next: [...small.slice(0, -1), 'OUT-2'],
    longestMs: 8_000,
  },
  merge: {
    words: ['merge', first, second, '--out', 'OUT'],
    next: ['merge', first, second, '--out', 'OUT'],
    longestMs: 2_000,
  },
  watch: { words: [...small, '--watch'], next: small, longestMs: 12_000 },
  repro: {
    words: ['repro', check, '--out', 'OUT'],
    next: ['repro', check, '--out', 'OUT-2'],
    longestMs: 6_000,
  },
  mock: {
    words: ['mock', 'etcd', 'oidc-issuer', 'webhook-authorizer'],
    next: ['mock', 'etcd', 'oidc-issuer', 'webhook-authorizer'],
    nextOutput: 'https://',
    longestMs: 4_000,
  },
}

// Returns the same numbers for the same seed (a linear congruence), so that a moment can be repeated.
let drawn = seed
function random(): number {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31
  return drawn / 2 ** 31
}

function prepare(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr.slice(-400)}`)
}

const names = Object.keys(commands).filter((name) => chosen.length === 0 || chosen.includes(name))
if (!(kills > 0) || names.length === 0) {
  process.stderr.write(
    `Give the number of kills, a seed and commands: ${Object.keys(commands).join(', ')}.\n`,
  )
  process.exit(2)
}
if (names.includes('merge'))
  for (const [index, out] of [first, second].entries())
    prepare('run', '--only', 'authn.anonymous.*', '--shard', `${index + 1}/2`, '--out', out)

const counts = new Map<string, { made: number; wrong: number }>()
for (let index = 0; index < kills; index++) {
  const name = names[index % names.length] ?? ''
  const command = commands[name]
  if (command === undefined) continue
  const afterMs = Math.round(random() * command.longestMs)
  const wrong = await killed(cli, command, afterMs)
  const count = counts.get(name) ?? { made: 0, wrong: 0 }
  counts.set(name, { made: count.made + 1, wrong: count.wrong + (wrong.length > 0 ? 1 : 0) })
  process.stderr.write(`${index + 1}/${kills} ${name} after ${afterMs} ms: ${wrong.length} wrong\n`)
  for (const one of wrong) console.log(`${name} after ${afterMs} ms: ${one}`)
}
rmSync(fixture, { recursive: true, force: true })
for (const [name, { made, wrong }] of counts) console.log(`${name.padEnd(8)} ${made} kills, ${wrong} wrong`)
process.exit([...counts.values()].some(({ wrong }) => wrong > 0) ? 1 : 0)
