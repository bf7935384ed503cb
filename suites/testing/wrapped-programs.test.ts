import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { contentsOfPack } from '#harness/evidence/pack.ts'
import { findProgram } from '#harness/target/find.ts'
import {
  reference,
  prefixingScript,
  supervisingScript,
  boxingScript,
  scriptWithoutFlags,
  scriptLeavingProcess,
  prefixedProgram,
  supervised,
  boxedProgram,
  plainProgram,
  runWrapped,
  runIn,
  type ProgramDescription,
} from './wrapped-programs.ts'

vi.setConfig({ testTimeout: 120_000 })

test.for([
  [
    'one program for all roles, which accepts their flags with a prefix,',
    prefixingScript,
    prefixedProgram,
    true,
  ],
  [
    'a supervisor that reads flags from a file, and whose program logs to a file,',
    supervisingScript,
    supervised,
    true,
  ],
  ['a program with separate mounts and process IDs', boxingScript, boxedProgram, process.getuid?.() === 0],
] as const)('%s passes each proof of the wiring', async ([, script, describe, isPossible], { skip }) => {
  skip(!isPossible, 'needs root')
  const { code, stdout } = await runWrapped(script, describe, ['doctor', '--jobs', '1'])

  expect(stdout).not.toContain('BROKEN')
  // A missing ability of the machine does not depend on the wrapper.
  expect(stdout).not.toMatch(/^n\/a {2}(?!this machine)/m)
  expect(stdout).toContain(
    'ok   a refused start of the API server ends its command, and the harness receives the reason',
  )
  expect(stdout).toContain(
    'ok   the node agent starts, SIGTERM ends it and its command, and no process remains',
  )
  expect(code).toBe(0)
})

test.for([
  [
    'passes no flags to its program',
    scriptWithoutFlags,
    plainProgram,
    'or its flags do not arrive. The command takes them as arguments',
  ],
  ...(process.getuid?.() === 0
    ? ([
        ['runs its program with separate mounts', boxingScript, plainProgram, 'say `ownMounts: true` of it'],
      ] as const)
    : []),
  [
    'hides the exit code of its program',
    scriptLeavingProcess,
    plainProgram,
    'the exit code of the command, which is that of its program',
  ],
  [
    'logs to a file that the target does not specify',
    supervisingScript,
    (role: keyof typeof reference, script: string) => {
      const { log: _, ...rest } = supervised(role, script)
      return rest
    },
    'If it logs to a file, name that: programs.node-agent.log.',
  ],
] as const)('doctor reports a command that %s', async ([, script, describe, message]) => {
  const { code, stdout } = await runWrapped(script, describe, ['doctor', '--jobs', '1'], ['node-agent'])

  expect(stdout).toContain(message)
  expect(code).toBe(3)
})

test('the evidence of a wrapped program contains its log and the file with its flags', async () => {
  const check = 'flag.secure-port.not-zero'
  const { code, out } = await runWrapped(
    supervisingScript,
    supervised,
    ['run', '--only', check],
    ['apiserver'],
  )
  const { checks } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    checks: readonly { id: string; evidence: string }[]
  }
  const { id = '', evidence = '' } = checks.find((one) => one.id.includes('refuses')) ?? {}
  const files = [...(contentsOfPack(readFileSync(join(out, evidence))).get(id) ?? [])]
  const readFileText = (name: string): string => {
    const [, parts = []] = files.find(([path]) => path.endsWith(name)) ?? []
    return Buffer.concat(parts).toString()
  }

  expect(code).toBe(0)
  expect(readFileText('acme.yaml')).toContain('name: secure-port')
  expect(readFileText('command.txt')).toContain('/acme.yaml')
  expect(readFileText('output.txt')).toContain('secure-port')
})

test('rules of a flag that the command sets are not applicable, with a reason', async () => {
  const programWithOwnFlags = (role: keyof typeof reference, script: string): ProgramDescription => ({
    ...plainProgram(role, script),
    ownFlags: ['--event-ttl'],
  })
  const script = `#!/bin/sh\nexec "$NODE" "$@"\n`
  const { out } = await runWrapped(
    script,
    programWithOwnFlags,
    ['run', '--only', 'flag.event-ttl.*'],
    ['apiserver'],
  )
  const runJson = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
    checks: readonly { verdict: string; reason?: string }[]
  }

  expect(runJson.checks.length).toBeGreaterThan(1)
  expect(new Set(runJson.checks.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']))
  expect(runJson.checks[0]?.reason).toContain('sets --event-ttl itself (programs.apiserver.ownFlags)')
})

const ownFlagsText = 'The command of programs.apiserver started its program with flags of its own: '

/** Drops a flag of the harness, adds another, and adds one that the target declares. */
const droppingScript = `#!/bin/sh
for flag; do
  shift
  case $flag in --event-ttl=*) set -- "$@" --event-ttl=2h ;; *) set -- "$@" "$flag" ;; esac
done
case "$*" in *--version|*--help) ;; *) set -- "$@" --profiling=false ;; esac
exec "$NODE" "$@"
`

test('the reason names flags that do not arrive before added flags, and no declared flags', async () => {
  const { out } = await runWrapped(
    droppingScript,
    (role, script) => ({ ...plainProgram(role, script), ownFlags: ['--profiling'] }),
    ['run', '--only', 'flag.event-ttl.type'],
    ['apiserver'],
  )
  const reasons = runIn(out).checks.flatMap(({ verdict, reason }) => (verdict === 'broken' ? [reason] : []))

  expect(reasons[0]?.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^The command of programs\.apiserver .* not passed on: --event-ttl=\w+$/),
    `${ownFlagsText}--event-ttl=2h`,
  ])
})

/** Adds an authorization mode to every start, except a start that prints the version. */
const addingScript = `#!/bin/sh
case "$*" in *--version) ;; *) set -- "$@" --authorization-mode=RBAC ;; esac
exec "$NODE" "$@"
`

/** Replaces the user's file with an empty file. */
const emptyingScript = `#!/bin/sh
case "$*" in *--authentication-config=*)
  version=apiserver.config.orch.io/v1
  case "$NODE" in *kube-apiserver) version=apiserver.config.k8s.io/v1 ;; esac
  printf 'apiVersion: %s\\nkind: AuthenticationConfiguration\\n' "$version" > acme.yaml
  set -- "$@" "--authentication-config=$PWD/acme.yaml" ;;
esac
exec "$NODE" "$@"
`

const kubernetes = findProgram('kube-apiserver')
/** Returns the API server of Kubernetes with the same wrapper. */
const kubernetesProgram = (_role: keyof typeof reference, script: string): ProgramDescription => ({
  command: [script],
  env: { NODE: kubernetes ?? '' },
})

const wrongPrograms = [
  ['adds an authorization mode to the authorization file', addingScript, 'authz.file.complete'],
  ['replaces the authentication file with an empty file', emptyingScript, 'authn.file.complete'],
] as const

test.for(
  wrongPrograms.map(
    (each, index) => [...each, ['exclude each other', '/acme.yaml: jwt: required'][index] ?? ''] as const,
  ),
)('a command that %s breaks the rule about the file', async ([, script, rule, says]) => {
  const { code, out } = await runWrapped(script, plainProgram, ['run', '--only', rule], ['apiserver'])
  const { rules, checks } = runIn(out)

  expect(code).toBe(1)
  expect(rules).toMatchObject([{ id: rule, verdict: 'broken' }])
  expect(checks[0]?.reason).toContain(says)
})

test.skipIf(kubernetes === undefined).for([
  [
    'authz.file.complete',
    addingScript,
    '--authorization-config can not be specified when --authorization-mode',
  ],
  ['flag.authentication-config.file', emptyingScript, `${ownFlagsText}--authentication-config=`],
  ['authn.jwt.iss-equals-issuer-url', emptyingScript, `${ownFlagsText}--authentication-config=`],
] as const)(
  'a command that changes the flags of a Kubernetes API server breaks the rule %s',
  async ([rule, script, says]) => {
    const argv = ['run', '--only', rule, '--jobs', '1']
    const { code, out } = await runWrapped(script, kubernetesProgram, argv, ['apiserver'], 'kubernetes')
    const { rules, checks } = runIn(out)

    expect(code).toBe(1)
    expect(rules.find(({ id }) => id === rule)?.verdict).toBe('broken')
    expect(checks.map(({ reason = '' }) => reason).filter((reason) => reason.includes(says))).not.toEqual([])
  },
)
