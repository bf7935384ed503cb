import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadTarget } from '../../target/load.ts'
import { fromManifest } from './from-manifest.ts'
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
    Wrote /target.yaml with 3 flags; the others connect the program to its peers, name files of its machine, or are set by checks.
    "
  `)
  expect(loadTarget(targetPath).programs.apiserver).toMatchObject({
    args: ['--allow-privileged=true', '--event-ttl=2h', '--profiling'],
    ownFlags: ['--allow-privileged', '--event-ttl', '--profiling'],
  })
  await expect(fromManifest(manifestOptions, () => {})).rejects.toThrow('is not replaced')
})

test('a program that accepts all flags is reported, and no file is written unless an option requests a file', async () => {
  const output: string[] = []
  const manifestOptions = { manifest: k3sConfiguration, command: ['/bin/true'], role: 'apiserver' } as const

  expect(await fromManifest(manifestOptions, (text) => output.push(text))).toBe(true)
  expect(output.join('')).toContain('ok   the API server takes 3 of 3 flags')
  expect(existsSync(join(folder, 'acme.yaml'))).toBe(false)
  expect(readFileSync(k3sConfiguration, 'utf8')).toContain('write-kubeconfig-mode')
  await expect(fromManifest({ ...manifestOptions, role: 'controller-manager' }, () => {})).rejects.toThrow(
    'has flags of apiserver, node-agent, and none of controller-manager',
  )
})
