import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { expect, test, vi } from 'vitest'
import { unpacked } from '#harness/evidence/pack.ts'
import { findProgram } from '#harness/target/find.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const reference = { apiserver: 'orch-apiserver.js', 'node-agent': 'orchlet.js' } as const
const path = (role: keyof typeof reference): string => join(dist, 'reference', reference[role])

/** One program for all roles, which takes their flags inside of its own. */
const prefixing = `#!/bin/sh
program=$1 prefix=$2; shift 2
for flag; do
  shift
  case $flag in
    --version) set -- "$@" "$flag" ;;
    "$prefix"*) set -- "$@" "--\${flag#"$prefix"}" ;;
    *) echo "acme: no such flag: $flag" >&2; exit 2 ;;
  esac
done
exec "$NODE" "$program" "$@"
`

/** A supervisor that reads a YAML file, and has its program log to a file. */
const supervising = `#!/usr/bin/env node
const { spawn } = require('node:child_process')
const { openSync, readFileSync } = require('node:fs')
const { parse } = require(${JSON.stringify(createRequire(import.meta.url).resolve('yaml'))})
const [program, file, log] = process.argv.slice(2)
const { parts } = parse(readFileSync(file, 'utf8'))
const flags = parts[0].extraArgs.map(({ name, value }) => '--' + name + '=' + value)
const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'inherit', openSync(log, 'a')] })
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
`

/** Mounts and process ids of its own, as a container has. */
const boxing = `#!/bin/sh
unshare --mount --pid --fork --kill-child --mount-proc "$NODE" "$@" &
box=$!
trap 'kill $(cat /proc/$box/task/$box/children)' TERM
while :; do
  wait $box; code=$?
  kill -0 $box 2>/dev/null || exit $code
done
`

/** Hands nothing of what it gets over. */
const deaf = `#!/bin/sh
exec "$NODE" "$1"
`

/** Ends as if nothing was wrong, however its program does. */
const leaving = `#!/bin/sh
trap 'exit 0' TERM
"$NODE" "$@" &
wait
`

type Described = Readonly<Record<string, unknown>>

/** Runs a command of the product on a target whose programs are started by a script. */
async function told(
  script: string,
  describe: (role: keyof typeof reference, script: string) => Described,
  argv: readonly string[],
  roles: readonly (keyof typeof reference)[] = ['apiserver', 'node-agent'],
  dialect: 'orch' | 'kubernetes' = 'orch',
): Promise<{
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly out: string
}> {
  const folder = mkdtempSync(join(tmpdir(), 'wrapped-'))
  const file = join(folder, 'acme')
  writeFileSync(file, script)
  chmodSync(file, 0o700)
  const env = { NODE: process.execPath }
  const programs = Object.fromEntries(roles.map((role) => [role, { env, ...describe(role, file) }]))
  const target = join(folder, 'target.yaml')
  writeFileSync(target, stringify({ name: 'acme', dialect, programs, limits: { readyMs: 20_000 } }))
  const out = join(folder, 'out')
  const args = [join(dist, 'bin/orch-conformance.js'), ...argv, '--target', target, '--out', out]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 26 }, (failure, stdout, stderr) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, stdout, stderr, out }),
    )
  })
}

/** What a run wrote of its rules and checks. */
function runIn(out: string) {
  return JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    readonly rules: readonly { readonly id: string; readonly verdict: string }[]
    readonly checks: readonly { readonly reason?: string }[]
  }
}

const prefixed = (role: keyof typeof reference, script: string): Described => ({
  command: [script, path(role), `--${role}-arg=`],
  flags: { as: 'prefixed', prefix: `--${role}-arg=` },
})
const supervised = (role: keyof typeof reference, script: string): Described => ({
  command: [script, path(role), '{flags}', '{folder}/program.log'],
  flags: {
    as: 'file',
    name: 'acme.yaml',
    at: '/parts/0/extraArgs',
    shape: 'entries',
    content: { kind: 'Acme' },
  },
  log: 'program.log',
  version: '1.0',
})
const boxed = (role: keyof typeof reference, script: string): Described => ({
  ...plain(role, script),
  ...(role === 'node-agent' && { ownMounts: true }),
})
const plain = (role: keyof typeof reference, script: string): Described => ({ command: [script, path(role)] })

vi.setConfig({ testTimeout: 120_000 })

test.for([
  ['one program for all roles, with flags inside of its own', prefixing, prefixed, true],
  ['one that reads a file, and logs to another', supervising, supervised, true],
  ['one in mounts and process ids of its own', boxing, boxed, process.getuid?.() === 0],
] as const)('%s passes each proof of the wiring', async ([, script, describe, isPossible], { skip }) => {
  skip(!isPossible, 'needs root')
  const { code, stdout } = await told(script, describe, ['doctor', '--jobs', '2'])

  expect(stdout).not.toContain('FAIL')
  // What the machine lacks is no matter of how a program is wrapped.
  expect(stdout).not.toMatch(/^n\/a {2}(?!this machine)/m)
  expect(stdout).toContain('ok   what the API server refuses ends its command, and its reason arrives')
  expect(stdout).toContain(
    'ok   the node agent comes up, SIGTERM ends it and its command, and nothing is left',
  )
  expect(code).toBe(0)
})

test.for([
  ['hands no flag over', deaf, plain, 'or its flags do not arrive. The command takes them as arguments'],
  ...(process.getuid?.() === 0
    ? ([['gives mounts of its own', boxing, plain, 'say `ownMounts: true` of it']] as const)
    : []),
  [
    'hides how its program ended',
    leaving,
    plain,
    'the exit code of the command, which is that of its program',
  ],
  [
    'logs to a file that nobody names',
    supervising,
    (role: keyof typeof reference, script: string) => {
      const { log: _, ...rest } = supervised(role, script)
      return rest
    },
    'If it logs to a file, name that: programs.node-agent.log.',
  ],
] as const)('a command that %s is told so', async ([, script, describe, said]) => {
  const { code, stdout } = await told(script, describe, ['doctor'], ['node-agent'])

  expect(stdout).toContain(said)
  expect(code).toBe(3)
})

test('the evidence of a wrapped program has what hands its flags over, and its log', async () => {
  const check = 'flag.secure-port.not-zero'
  const { code, out } = await told(supervising, supervised, ['run', '--only', check], ['apiserver'])
  const { checks } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    checks: readonly { id: string; evidence: string }[]
  }
  const { id = '', evidence = '' } = checks.find((one) => one.id.includes('refuses')) ?? {}
  const files = [...(unpacked(readFileSync(join(out, evidence))).get(id) ?? [])]
  const read = (name: string): string => {
    const [, parts = []] = files.find(([path]) => path.endsWith(name)) ?? []
    return Buffer.concat(parts).toString()
  }

  expect(code).toBe(0)
  expect(read('acme.yaml')).toContain('name: secure-port')
  expect(read('command.txt')).toContain('/acme.yaml')
  expect(read('output.txt')).toContain('secure-port')
})

test('rules of a flag that the command sets itself are not applicable, and say so', async () => {
  const own = (role: keyof typeof reference, script: string): Described => ({
    ...plain(role, script),
    ownFlags: ['--event-ttl'],
  })
  const script = `#!/bin/sh\nexec "$NODE" "$@"\n`
  const { out } = await told(script, own, ['run', '--only', 'flag.event-ttl.*'], ['apiserver'])
  const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    checks: readonly { verdict: string; reason?: string }[]
  }

  expect(run.checks.length).toBeGreaterThan(1)
  expect(new Set(run.checks.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']))
  expect(run.checks[0]?.reason).toContain('sets --event-ttl itself (programs.apiserver.ownFlags)')
})

/** Sets a mode of authorization for every start, whatever file its user names. */
const adding = `#!/bin/sh
case "$*" in *--version) ;; *) set -- "$@" --authorization-mode=RBAC ;; esac
exec "$NODE" "$@"
`

/** Hands over an empty file of its own in place of that of its user. */
const emptying = `#!/bin/sh
case "$*" in *--authentication-config=*)
  version=apiserver.config.orch.io/v1
  case "$NODE" in *kube-apiserver) version=apiserver.config.k8s.io/v1 ;; esac
  printf 'apiVersion: %s\\nkind: AuthenticationConfiguration\\n' "$version" > acme.yaml
  set -- "$@" "--authentication-config=$PWD/acme.yaml" ;;
esac
exec "$NODE" "$@"
`

const kubernetes = findProgram('kube-apiserver')
/** The same wrapper around the API server of Kubernetes. */
const around = (_role: keyof typeof reference, script: string): Described => ({
  command: [script],
  env: { NODE: kubernetes ?? '' },
})

const wrong = [
  ['adds a mode of authorization beside the file', adding, 'authz.file.complete'],
  ['hands over an empty file of authentication', emptying, 'authn.file.complete'],
] as const

test.for(
  wrong.map(
    (each, index) => [...each, ['exclude each other', '/acme.yaml: jwt: required'][index] ?? ''] as const,
  ),
)('a command that %s is found broken by the rule of that file', async ([, script, rule, says]) => {
  const { code, out } = await told(script, plain, ['run', '--only', rule], ['apiserver'])
  const { rules, checks } = runIn(out)

  expect(code).toBe(1)
  expect(rules).toMatchObject([{ id: rule, verdict: 'broken' }])
  expect(checks[0]?.reason).toContain(says)
})

const own = 'The command of programs.apiserver started its program with flags of its own: '

test.skipIf(kubernetes === undefined).for([
  ['authz.file.complete', adding, '--authorization-config can not be specified when --authorization-mode'],
  ['flag.authentication-config.file', emptying, `${own}--authentication-config=`],
  ['authn.jwt.iss-equals-issuer-url', emptying, `${own}--authentication-config=`],
] as const)('so it is around Kubernetes, by %s', async ([rule, script, says]) => {
  const argv = ['run', '--only', rule, '--jobs', '1']
  const { code, out } = await told(script, around, argv, ['apiserver'], 'kubernetes')
  const { rules, checks } = runIn(out)

  expect(code).toBe(1)
  expect(rules.find(({ id }) => id === rule)?.verdict).toBe('broken')
  expect(checks.map(({ reason = '' }) => reason).filter((reason) => reason.includes(says))).not.toEqual([])
})
