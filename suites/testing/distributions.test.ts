import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { distributions } from '#harness/cli/targets/first-target.ts'
import { loadTarget } from '#harness/target/load.ts'
import { path, prefixingScript, runIn } from './wrapped-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'distributions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../docs/targets/${name}.yaml`, import.meta.url))

interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function runCli(argv: readonly string[]): Promise<CliResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...argv],
      { cwd: folder, maxBuffer: 1 << 26 },
      (failure, stdout, stderr) =>
        resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, stdout, stderr }),
    )
  })
}

function program(name: string, script: string): string {
  const file = join(mkdtempSync(join(folder, 'bin-')), name)
  writeFileSync(file, script)
  chmodSync(file, 0o700)
  return file
}

const reference = `'${process.execPath}' '${path('apiserver')}'`

/** Starts the program after the name of the image, as podman and docker do. */
const container = `#!/bin/sh
while [ $# -gt 0 ] && [ "$1" != kube-apiserver ]; do shift; done
[ $# -gt 0 ] || { echo 'no program' >&2; exit 125; }
shift
exec ${reference} "$@"
`

/** Takes flags as k3s does: translates its own flags to flags of the program. */
const k3s = `#!/bin/sh
[ "$1" = server ] || exit 2
shift
own='--allow-privileged=true --profiling=false'
for flag; do
  shift
  case $flag in
    --kube-apiserver-arg=*) set -- "$@" "--\${flag#--kube-apiserver-arg=}" ;;
  esac
done
exec ${reference} $own "$@"
`

const directScript = `#!/bin/sh
exec ${reference} "$@"
`

const wrappers: Readonly<Record<(typeof distributions)[number], string>> = {
  kubeadm: container,
  kind: container,
  k3s,
  rke2: container,
  k0s: directScript,
  talos: container,
  microshift: directScript,
}

/** Writes the target file of a distribution, with only an API server: a wrapper of the reference. */
function targetWithScript(name: (typeof distributions)[number], script: string): string {
  const file = parseDocument(readFileSync(fileOf(name), 'utf8'))
  for (const role of ['controller-manager', 'node-agent']) file.deleteIn(['programs', role])
  file.setIn(['programs', 'apiserver', 'command', 0], program(name, script))
  file.set('dialect', 'orch')
  file.delete('vendor')
  const target = join(mkdtempSync(join(folder, 'target-')), `${name}.yaml`)
  writeFileSync(target, file.toString({ lineWidth: 0 }))
  return target
}

test.for(distributions)(
  'the target file of %s is valid, and its comments describe the flags, the log and the source',
  (name) => {
    const text = readFileSync(fileOf(name), 'utf8')

    expect(loadTarget(fileOf(name))).toMatchObject({ name, dialect: 'kubernetes' })
    for (const word of ['# Flags', '# Own flags', '# Log', '# See       https://'])
      expect(text).toContain(word)
  },
)

// Distributions with different ways to pass flags.
const ways = ['kubeadm', 'k3s', 'k0s'] as const

describe.for(distributions)('a program that behaves like the program of %s', (name) => {
  test('a rule holds, and rules about flags that the distribution sets are not applicable', {
    timeout: 120_000,
  }, async () => {
    const out = join(mkdtempSync(join(folder, 'out-')), 'out')
    const target = targetWithScript(name, wrappers[name])
    const argv = ['--only', 'flag.secure-port.not-zero', '--only', 'flag.allow-privileged.*']
    const { code, stderr } = await runCli(['run', '--target', target, '--out', out, ...argv])

    expect(stderr).toContain('Nothing broken')
    expect(code).toBe(0)
    const { rules } = runIn(out)
    expect(rules.find(({ id }) => id === 'flag.secure-port.not-zero')?.verdict).toBe('held')
    const privilegedRules = rules.filter(({ id }) => id.startsWith('flag.allow-privileged.'))
    expect(new Set(privilegedRules.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']))
  })

  test.runIf(ways.some((way) => way === name))(
    'a run fails if the command adds an unexpected flag',
    { timeout: 120_000 },
    async () => {
      const out = join(mkdtempSync(join(folder, 'out-')), 'out')
      const scriptAddingFlag = wrappers[name].replace(
        `exec ${reference}`,
        `exec ${reference} --anonymous-auth=false`,
      )
      const argv = ['--only', 'authn.anonymous.identity']
      const { code } = await runCli([
        'run',
        '--target',
        targetWithScript(name, scriptAddingFlag),
        '--out',
        out,
        ...argv,
      ])
      const reasons = runIn(out).checks.map(({ reason }) => reason ?? '')

      expect(code).toBeOneOf([1, 5])
      expect(reasons.join('\n')).toContain('with flags of its own: --anonymous-auth=false')
    },
  )
})

test('doctor writes the target file of a distribution with the given program', {
  timeout: 120_000,
}, async () => {
  const prefixedProgram = program('mine', prefixingScript)
  mkdirSync(join(folder, 'work'))
  const { stdout } = await runCli(['doctor', '--write', 'acme.yaml', '--like', 'k3s', '--', prefixedProgram])
  const writtenTarget = readFileSync(join(folder, 'acme.yaml'), 'utf8')

  expect(stdout).toContain('Wrote acme.yaml, as for k3s')
  expect(writtenTarget).toContain('# k3s: one program for all roles.')
  const { programs } = parse(writtenTarget) as { programs: { apiserver: { command: string[] } } }
  expect(programs.apiserver.command.slice(0, 2)).toEqual([prefixedProgram, 'server'])
  const secondRun = await runCli(['doctor', '--write', 'acme.yaml', '--like', 'k3s', '--', prefixedProgram])
  expect([secondRun.code, secondRun.stderr]).toEqual([3, expect.stringContaining('is not replaced')])
  const runWithoutWrite = await runCli(['doctor', '--like', 'k3s', '--', prefixedProgram])
  expect([runWithoutWrite.code, runWithoutWrite.stderr]).toEqual([
    2,
    expect.stringContaining('--like k3s needs --write FILE'),
  ])
})
