import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const example = join(root, 'docs', 'example', 'mutants')
const cli = join(root, 'dist', 'bin', 'orch-conformance.js')
// Long enough for a dozen starts of a program on any machine.
const slowMs = 240_000

interface Listed {
  readonly id: string
  readonly line: number
  readonly mutator: string
  readonly to: string
}

let folder: string
let mutants: readonly Listed[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  cpSync(example, folder, { recursive: true })
  execFileSync(process.execPath, [join(example, 'mutate.mjs'), 'server.ts', join(folder, 'built')], {
    cwd: example,
  })
  const lines = readFileSync(join(folder, 'built', 'mutants.jsonl'), 'utf8')
    .trim()
    .split('\n')
  mutants = lines.map((line) => JSON.parse(line) as Listed)
  appendFileSync(join(folder, 'target.yaml'), 'limits: { readyMs: 10000, refusedMs: 10000 }\n')
}, slowMs)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const idOf = (is: Partial<Listed>): string =>
  mutants.find((one) => Object.entries(is).every(([name, value]) => one[name as keyof Listed] === value))
    ?.id ?? ''

function runProve(...extraArguments: readonly string[]): {
  code: number | null
  stdout: string
  stderr: string
} {
  const args = ['prove', '--mutants', '--target', join(folder, 'target.yaml'), '--jobs', '1']
  const onlyOptions = ['--only', 'flag.secure-port.type', '--only', 'flag.secure-port.not-zero']
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, ...args, ...onlyOptions, '--out', join(folder, 'out'), ...extraArguments],
    { encoding: 'utf8' },
  )
  return { code: status, stdout, stderr }
}

test(
  'one of three mutants of the example is killed, one survives, one is not reached, and the triage matches',
  () => {
    const killedId = idOf({ mutator: 'LogicalOperator', to: 'port === 0 && port > 65535' })
    const survivingId = idOf({ mutator: 'EqualityOperator', to: 'port >= 65535' })
    const notReached = idOf({ mutator: 'EqualityOperator', to: "path !== '/teapot'" })
    const mutantOptions = [killedId, survivingId, notReached].flatMap((id) => ['--mutant', id])
    const firstRun = runProve(...mutantOptions)
    const triage = join(folder, 'triage.jsonl')
    const triageEntry = { file: 'server.ts', why: 'the highest port is not asked' }
    writeFileSync(triage, `${JSON.stringify({ id: survivingId, ...triageEntry, is: 'open' })}\n`)
    const secondRun = runProve(...mutantOptions, '--triage', triage)

    expect(firstRun.stderr).toMatch(/4 checks run without a mutant/)
    expect(firstRun.stderr).toContain(`killed flag.secure-port.not-zero/refuses-0 `)
    expect(firstRun.stdout).toMatch(new RegExp(`^SURVIVED \\d of \\d checks  ${survivingId} `, 'm'))
    expect(firstRun.stdout).toMatch(new RegExp(`^NOT REACHED  ${notReached} `, 'm'))
    expect(firstRun.stdout).toContain('killed: 1 of 3, 1 survived, 1 not reached  in all, of 53 mutants')
    expect(firstRun.code).toBe(1)
    // A judged mutant is not judged again.
    expect(secondRun.stderr).not.toContain('checks run without a mutant')
    expect(secondRun.stderr).not.toContain('killed')
    expect(secondRun.stdout).toContain('killed: 1 of 3, 1 open, 1 not reached  in all')
    expect(secondRun.code).toBe(0)
  },
  slowMs,
)

test(
  'a target file without mutants is refused, and so are options of faults',
  () => {
    const plainTriage = join(folder, 'plain.yaml')
    writeFileSync(
      plainTriage,
      readFileSync(join(folder, 'target.yaml'), 'utf8').replace(/mutants:\n(?: .*\n)+/, ''),
    )

    expect(runProve('--target', plainTriage)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the file has no `mutants`') as string,
    })
    expect(runProve('--fault', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--mutants judges mutants and no faults') as string,
    })
  },
  slowMs,
)
