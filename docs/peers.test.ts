import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '#harness/target/find.ts'
import { modulesOf, packedProject, type PackedProject, root } from '../api/testing/packed.ts'

const examples = join(root, 'docs', 'example', 'peers')
const page = readFileSync(join(root, 'docs', 'peers.md'), 'utf8')
const limitMs = 180_000
/** Additional packages that the examples install. */
const standAloneNames = [
  '@opentelemetry/exporter-trace-otlp-grpc',
  '@opentelemetry/sdk-trace-node',
  '@playwright/test',
  '@types/node',
  'vitest',
]
const reference = join(root, 'dist', 'reference', 'orch-apiserver.js')
let project: PackedProject

beforeAll(() => {
  project = packedProject('orch-conformance-peers', standAloneNames)
  cpSync(examples, project.directory, { recursive: true })
  cpSync(join(root, 'api', 'testing', 'tsconfig.strict.json'), join(project.directory, 'tsconfig.json'))
}, 60_000)
afterAll(() => rmSync(project.directory, { recursive: true, force: true }))

/** Runs a command in the project, without the environment variables of our tests. */
function inProject(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project.directory,
    encoding: 'utf8',
    env: { PATH, NO_COLOR: '1', ...env },
  })
  return status === 0 ? 'passed' : `${stdout}\n${stderr}`
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')

test('the examples pass a strict compiler', { timeout: limitMs }, () => {
  expect(inProject([join(root, 'node_modules', 'typescript', 'lib', 'tsc.js'), '-p', '.'])).toBe('passed')
})

test('the examples work with the packed package, and with the reference as API server', {
  timeout: limitMs,
}, () => {
  const env = { KUBE_APISERVER: reference, API_GROUP: 'orch.io' }

  expect(inProject([vitest, 'run'], env)).toBe('passed')
  expect(inProject(['--test', 'issuer.node-test.mjs'])).toBe('passed')
})

test('the example for Playwright works', { timeout: limitMs }, () => {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')

  expect(inProject([playwright, 'test'])).toBe('passed')
})

test('the example for Jest works, if a registry provides Jest', { timeout: limitMs }, ({ skip }) => {
  // Uses a separate project, because its dependencies would replace those of the other examples.
  const directory = mkdtempSync(join(tmpdir(), 'jest-'))
  const peers = join(
    project.directory,
    readdirSync(project.directory).find((name) => name.endsWith('.tgz')) ?? '',
  )
  for (const name of ['issuer.jest.mjs', 'jest.config.mjs'])
    cpSync(join(examples, name), join(directory, name))
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n')
  const packages = ['jest@30', '@babel/plugin-transform-explicit-resource-management@7', 'jose@6', peers]
  const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries', '0', ...packages]
  const installed = spawnSync('npm', npm, { cwd: directory, stdio: 'ignore', timeout: limitMs / 2 })
  const jest = join(directory, 'node_modules', 'jest', 'bin', 'jest.js')
  const { status, stderr } = spawnSync(process.execPath, ['--experimental-vm-modules', jest, '--ci'], {
    cwd: directory,
    encoding: 'utf8',
  })
  rmSync(directory, { recursive: true })
  skip(installed.status !== 0, 'Jest could not be installed')

  expect(status, stderr).toBe(0)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the example in Python works, by the control over HTTP', { timeout: limitMs }, () => {
  // Creates the link that an installation creates.
  const bin = join(project.directory, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  const program = join('..', 'orch-conformance-peers', 'dist', 'bin', 'orch-conformance-peers.js')
  symlinkSync(program, join(bin, 'orch-conformance-peers'))
  chmodSync(join(bin, program), 0o755)
  const pythonRun = spawnSync('python3', ['-W', 'error', '-m', 'unittest', 'issuer_test.py'], {
    cwd: project.directory,
    encoding: 'utf8',
    timeout: limitMs / 2,
  })

  expect(pythonRun.stderr).toMatch(/\nOK\n$/)
})

const kubernetesPrograms = {
  KUBE_APISERVER: findProgram('kube-apiserver'),
  KUBE_CONTROLLER_MANAGER: findProgram('kube-controller-manager'),
}

test.skipIf(
  kubernetesPrograms.KUBE_APISERVER === undefined || kubernetesPrograms.KUBE_CONTROLLER_MANAGER === undefined,
)('the examples work with the programs of Kubernetes that were found', { timeout: limitMs }, () => {
  const { KUBE_APISERVER = '', KUBE_CONTROLLER_MANAGER = '' } = kubernetesPrograms
  const args = [vitest, 'run', 'kms-plugin.test.ts', 'controller-manager.test.ts']

  expect(inProject(args, { KUBE_APISERVER, KUBE_CONTROLLER_MANAGER })).toBe('passed')
})

test('the page contains every entry and every example', () => {
  const peers = modulesOf(root).flatMap((entry) => /^\.\/peers\/(.*)/.exec(entry)?.[1] ?? [])
  const entries = [...peers, 'orch-conformance-peers', 'orch-conformance/results']
  const missingEntries = [
    ...entries.filter((entry) => !page.includes(`\`${entry}\``)),
    ...readdirSync(examples).filter((name) => !page.includes(`(example/peers/${name})`)),
  ]

  expect(missingEntries).toEqual([])
})
