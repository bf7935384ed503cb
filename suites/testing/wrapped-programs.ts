import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
export const reference = {
  apiserver: 'orch-apiserver.js',
  'controller-manager': 'orch-controller-manager.js',
  'cloud-controller-manager': 'cloud-controller-manager.js',
  'node-agent': 'orchlet.js',
} as const
export const path = (role: keyof typeof reference): string => join(dist, 'reference', reference[role])

/** One program for all roles, which accepts their flags with a prefix. */
export const prefixingScript = `#!/bin/sh
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

/** Supervisor that reads a YAML file, and whose program logs to a file. */
export const supervisingScript = `#!/usr/bin/env node
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

/** Runs the program with separate mounts and process ids, as in a container. */
export const boxingScript = `#!/bin/sh
unshare --mount --pid --fork --kill-child --mount-proc "$NODE" "$@" &
box=$!
trap 'kill $(cat /proc/$box/task/$box/children)' TERM
while :; do
  wait $box; code=$?
  kill -0 $box 2>/dev/null || exit $code
done
`

/** Passes no arguments to the program. */
export const scriptWithoutFlags = `#!/bin/sh
exec "$NODE" "$1"
`

/** Exits with code 0, regardless of the exit code of the program. */
export const scriptLeavingProcess = `#!/bin/sh
trap 'exit 0' TERM
"$NODE" "$@" &
wait
`

/** Program of a target file. */
export type ProgramDescription = Readonly<Record<string, unknown>>

/** Runs a command of the product on a target whose programs are started by a script. */
export async function runWrapped(
  script: string,
  describe: (role: keyof typeof reference, script: string) => ProgramDescription,
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

/** Returns the rules and checks that a run wrote. */
export function runIn(out: string) {
  return JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    readonly rules: readonly { readonly id: string; readonly verdict: string }[]
    readonly checks: readonly { readonly verdict: string; readonly reason?: string }[]
  }
}

export const prefixedProgram = (role: keyof typeof reference, script: string): ProgramDescription => ({
  command: [script, path(role), `--${role}-arg=`],
  flags: { as: 'prefixed', prefix: `--${role}-arg=` },
})
export const supervised = (role: keyof typeof reference, script: string): ProgramDescription => ({
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
export const boxedProgram = (role: keyof typeof reference, script: string): ProgramDescription => ({
  ...plainProgram(role, script),
  ...(role === 'node-agent' && { ownMounts: true }),
})
export const plainProgram = (role: keyof typeof reference, script: string): ProgramDescription => ({
  command: [script, path(role)],
})
