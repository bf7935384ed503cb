import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '#harness/target/find.ts'
import { packedProject, type PackedProject, root } from '../api/testing/packed.ts'

const examples = join(root, 'docs', 'example', 'peers')
const page = readFileSync(join(root, 'docs', 'peers.md'), 'utf8')
const limitMs = 180_000
let project: PackedProject

beforeAll(() => {
  project = packedProject()
  cpSync(examples, project.directory, { recursive: true })
  cpSync(join(root, 'api', 'testing', 'tsconfig.strict.json'), join(project.directory, 'tsconfig.json'))
}, 60_000)
afterAll(() => rmSync(project.directory, { recursive: true, force: true }))

/** Runs a command in the project, without what a test of ours has in its environment. */
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

test('the examples work from the packed package, with the reference for an API server', {
  timeout: limitMs,
}, () => {
  const KUBE_APISERVER = join(project.own, 'dist', 'reference', 'orch-apiserver.js')

  expect(inProject([vitest, 'run'], { KUBE_APISERVER, API_GROUP: 'orch.io' })).toBe('passed')
  expect(inProject(['--test', 'issuer.node-test.mjs'])).toBe('passed')
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the example in Python works, by the control over HTTP', { timeout: limitMs }, () => {
  // As an installation links it.
  const bin = join(project.directory, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  const program = join('..', 'orch-conformance', 'dist', 'bin', 'orch-conformance.js')
  symlinkSync(program, join(bin, 'orch-conformance'))
  chmodSync(join(bin, program), 0o755)
  const tried = spawnSync('python3', ['-W', 'error', '-m', 'unittest', 'issuer_test.py'], {
    cwd: project.directory,
    encoding: 'utf8',
    timeout: limitMs / 2,
  })

  expect(tried.stderr).toMatch(/\nOK\n$/)
})

const real = {
  KUBE_APISERVER: findProgram('kube-apiserver'),
  KUBE_CONTROLLER_MANAGER: findProgram('kube-controller-manager'),
}

test.skipIf(real.KUBE_APISERVER === undefined || real.KUBE_CONTROLLER_MANAGER === undefined)(
  'the examples work with the programs of Kubernetes that were found',
  { timeout: limitMs },
  () => {
    const { KUBE_APISERVER = '', KUBE_CONTROLLER_MANAGER = '' } = real
    const args = [vitest, 'run', 'kms-plugin.test.ts', 'controller-manager.test.ts']

    expect(inProject(args, { KUBE_APISERVER, KUBE_CONTROLLER_MANAGER })).toBe('passed')
  },
)

test('the page has every entry and every example', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
  const entries = Object.keys(manifest.exports).filter((entry) => /^\.\/(peers|results)/.test(entry))
  const missing = [
    ...entries.map((entry) => entry.slice(2)).filter((entry) => !page.includes(`${entry}\``)),
    ...readdirSync(examples).filter((name) => !page.includes(`(example/peers/${name})`)),
  ]

  expect(missing).toEqual([])
})
