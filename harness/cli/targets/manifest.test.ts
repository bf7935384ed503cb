import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { loadTarget } from '../../target/load.ts'
import type { DoctorOptions } from '../doctor.ts'
import { checkDoctorOptions } from '../doctor-manifest.ts'
import { fromManifest } from './from-manifest.ts'
import { baseTarget } from './manifest-target.ts'
import { readManifests } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-manifest-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeManifest(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const podManifest = writeManifest(
  'kube-apiserver.yaml',
  `apiVersion: v1
kind: Pod
spec:
  containers:
    - image: registry.k8s.io/kube-apiserver:v1.33.1
      command: [kube-apiserver, --allow-privileged=true, --client-ca-file=/etc/ca.crt, --cloud-provider=external]
      args: [--event-ttl, 2h, --profiling]
    - command: [/bin/sidecar, --profiling=false]
`,
)
const k3sConfiguration = writeManifest(
  'config.yaml',
  `write-kubeconfig-mode: "0644"
kube-apiserver-arg:
  - event-ttl=2h
  - "--profiling=false"
kube-apiserver-arg+: [max-requests-inflight=5]
kubelet-arg: max-pods=250
`,
)

test('readManifests returns the flags of a static pod and of a configuration of k3s', async () => {
  expect(await readManifests(podManifest)).toEqual([
    {
      role: 'apiserver',
      flags: [
        '--allow-privileged=true',
        '--client-ca-file=/etc/ca.crt',
        '--cloud-provider=external',
        '--event-ttl=2h',
        '--profiling',
      ],
    },
  ])
  expect(await readManifests(k3sConfiguration)).toEqual([
    { role: 'apiserver', flags: ['--event-ttl=2h', '--profiling=false', '--max-requests-inflight=5'] },
    { role: 'node-agent', flags: ['--max-pods=250'] },
  ])
})

test.for([
  ['a pod of another program', 'kind: Pod\nspec: { containers: [{ command: [nginx, --x] }] }\n'],
  ['a list', '- a\n'],
  ['an empty file', ''],
  ['another kind', 'kind: Deployment\n'],
])('%s is not a manifest', async ([, text = '']) => {
  await expect(readManifests(writeManifest('other.yaml', text))).rejects.toMatchObject({
    code: 'config-fault',
    message: expect.stringContaining('has no flags of a program') as string,
  })
})

/** Program that parses flags like the programs of Kubernetes. */
const program = writeManifest(
  'kube-apiserver',
  `#!/bin/sh
for flag; do
  case $flag in
    --no-program-has-this-flag*) exit 1 ;;
    --cloud-provider*) echo 'Error: unknown flag: --cloud-provider' >&2; exit 1 ;;
    --profiling*) echo 'Flag --profiling has been deprecated, use the endpoint' >&2 ;;
  esac
done
echo 'Usage: kube-apiserver'
`,
)
chmodSync(program, 0o700)

test('flags that a version does not have are reported, and the target file has the flags that no check sets', async () => {
  const output: string[] = []
  const targetPath = join(folder, 'target.yaml')
  const manifestOptions = {
    manifest: podManifest,
    command: [program],
    role: 'apiserver',
    write: targetPath,
  } as const

  expect(await fromManifest(manifestOptions, (text) => output.push(text))).toBe(false)
  expect(output.join('').replaceAll(folder, '')).toMatchInlineSnapshot(`
    "FAIL --cloud-provider=external
         unknown flag: --cloud-provider
    note --profiling
         Flag --profiling has been deprecated, use the endpoint
    FAIL the API server takes 4 of 5 flags of /kube-apiserver.yaml
    Wrote /target.yaml with 3 flags; the others connect the program to its peers, name files of its machine, or are set or excluded by checks.
    "
  `)
  expect(loadTarget(targetPath).programs.apiserver).toMatchObject({
    args: ['--allow-privileged=true', '--event-ttl=2h', '--profiling'],
    ownFlags: ['--allow-privileged', '--event-ttl', '--profiling'],
  })
  await expect(fromManifest(manifestOptions, () => {})).rejects.toThrow('is not replaced')
})

/** Program that takes the flags of the API server behind a prefix, like k3s. */
const prefixingProgram = writeManifest(
  'k3s',
  `#!/bin/sh
[ "$1" = server ] || { echo 'usage: k3s server [options]' >&2; exit 1; }
shift
for flag; do
  case $flag in
    --kube-apiserver-arg=*) set -- "$@" "--\${flag#--kube-apiserver-arg=}" ;;
    --disable-*|--data-dir=*) ;;
    *) echo "flag provided but not defined: $flag" >&2; exit 1 ;;
  esac
  shift
done
exec ${program} "$@"
`,
)
chmodSync(prefixingProgram, 0o700)
const k3sTarget = fileURLToPath(new URL('../../../docs/targets/k3s.yaml', import.meta.url))

test('flags of k3s are handed over as its target states, and the target file keeps that', async () => {
  const output: string[] = []
  const write = join(folder, 'k3s-target.yaml')
  const configuration = writeManifest(
    'k3s-config.yaml',
    'kube-apiserver-arg: [event-ttl=2h, cloud-provider=x, oidc-client-id=acme, audit-log-path=/a]\n',
  )
  const base = await baseTarget(k3sTarget, 'apiserver', prefixingProgram)
  const options = { manifest: configuration, command: [], base, role: 'apiserver', write } as const

  expect(await fromManifest(options, (text) => output.push(text))).toBe(false)
  expect(output.join('')).toContain('FAIL --cloud-provider=x\n     unknown flag: --cloud-provider\n')
  expect(output.join('')).toContain('takes 3 of 4 flags')
  expect(loadTarget(write).programs.apiserver).toMatchObject({
    command: [prefixingProgram, 'server', ...base.program.command.slice(2)],
    args: ['--kube-apiserver-arg=event-ttl=2h'],
    ownFlags: ['--allow-privileged', '--profiling', '--event-ttl'],
    flags: { as: 'prefixed' },
  })
  expect(readFileSync(write, 'utf8')).toContain('# k3s: one program for all roles.')
})

test.for([
  ['shows no help', [prefixingProgram], 'usage: k3s server'],
  ['accepts each flag', ['/bin/true'], 'a flag that no program has'],
  ['prints nothing', ['/bin/false'], 'exit code 1, and printed nothing'],
] as const)('a command that %s tests no flag, and the reason is stated', async ([, command, reason]) => {
  const write = join(folder, 'none.yaml')
  const options = { manifest: k3sConfiguration, command, role: 'apiserver', write } as const

  await expect(fromManifest(options, () => {})).rejects.toMatchObject({
    code: 'config-fault',
    message: expect.stringMatching(new RegExp(`${reason}[^]*give --like`)) as string,
  })
  expect(existsSync(write)).toBe(false)
})

test('a rejected flag without a message has a reason', async () => {
  const silent = writeManifest('silent', '#!/bin/sh\n[ "$1" = --help ]\n')
  chmodSync(silent, 0o700)
  const output: string[] = []
  const options = { manifest: k3sConfiguration, command: [silent], role: 'apiserver' } as const

  expect(await fromManifest(options, (text) => output.push(text))).toBe(false)
  expect(output[0]).toMatch(
    /^FAIL --event-ttl=2h\n {5}`.*silent --event-ttl=2h --help` ended with exit code 1, and printed nothing\. Without/,
  )
})

test.for([
  ['--like and --target', { like: 'k3s', target: 'a.yaml', given: ['target'] }, 'both name a target file'],
  ['--program', { given: ['program'] }, 'does not use --program'],
  ['the reference', { target: 'reference', given: ['target'] }, 'does not use --target reference'],
  ['--limit without --write', { given: ['limit'] }, 'does not use --limit'],
  ['--jobs without --write', { given: ['jobs'] }, 'does not use --jobs'],
  ['a command with arguments and --like', { like: 'k3s', command: ['k3s', 'server'] }, 'without arguments'],
  ['no command', { command: [] }, 'needs the program'],
] as const)('--from-manifest with %s is a usage error', ([, options, message]) => {
  const { given, command, ...rest } = { given: [] as readonly string[], command: ['k3s'], ...options }
  const all = { target: 'reference', fromManifest: 'config.yaml', ...rest, given: new Set(given) }

  expect(() => checkDoctorOptions(all as unknown as DoctorOptions, command)).toThrow(message)
})

test('a program that accepts all flags is reported, and no file is written unless an option requests a file', async () => {
  const output: string[] = []
  const manifestOptions = { manifest: k3sConfiguration, command: [program], role: 'apiserver' } as const

  expect(await fromManifest(manifestOptions, (text) => output.push(text))).toBe(true)
  expect(output.join('')).toContain('ok   the API server takes 3 of 3 flags')
  expect(existsSync(join(folder, 'acme.yaml'))).toBe(false)
  expect(readFileSync(k3sConfiguration, 'utf8')).toContain('write-kubeconfig-mode')
  await expect(fromManifest({ ...manifestOptions, role: 'controller-manager' }, () => {})).rejects.toThrow(
    'has flags of apiserver, node-agent, and none of controller-manager',
  )
})
