import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, expect, test } from 'vitest'
import { packedProject, root } from './testing/packed.ts'

const { directory, tarball, own } = packedProject()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest
const entries = Object.keys(manifest.exports)
const modules = entries.filter((entry) => typeof manifest.exports[entry] === 'object')
const limitMs = 120_000

/** Runs Node in the project. */
function inProject(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' })
}

test('every peer has an entry', () => {
  const peers = readdirSync(join(root, 'mocks'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => readdirSync(join(root, 'mocks', name)).includes('stand-alone.ts'))
    // What webhooks have in common is no peer.
    .filter((name) => name !== 'webhook')

  expect(modules.filter((entry) => entry.startsWith('./peers/'))).toEqual(
    peers.toSorted().map((name) => `./peers/${name}`),
  )
})

test('publint finds nothing to say of the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: own, pack: false })

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the types of every entry are found, and are those of what is loaded', {
  timeout: limitMs,
}, async () => {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (checked.types === false) throw new TypeError('The package has no types.')
  // A resolution that knows no exports, and CommonJS by `require`: this is a package of modules.
  const expected = new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs'])
  const problems = checked.problems.map((problem) =>
    'resolutionKind' in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind,
  )

  expect(Object.keys(checked.entrypoints)).toEqual(expect.arrayContaining(modules))
  expect(problems.filter((problem) => !expected.has(problem))).toEqual([])
})

test('a strict compiler takes every declaration, and finds wrong use', { timeout: limitMs }, () => {
  const all = modules.map((entry, index) => `export * as e${index} from 'orch-conformance${entry.slice(1)}'`)
  writeFileSync(join(directory, 'all.ts'), `${all.join('\n')}\n`)
  cpSync(join(root, 'api', 'testing', 'wrong-use.ts'), join(directory, 'wrong-use.ts'))
  cpSync(join(root, 'api', 'testing', 'tsconfig.strict.json'), join(directory, 'tsconfig.json'))
  const { stdout, status } = inProject(join(root, 'node_modules', 'typescript', 'lib', 'tsc.js'), '-p', '.')

  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('every entry loads, and what is no entry does not', { timeout: limitMs }, () => {
  const inside = readdirSync(join(own, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && name.split('/').length < 4)
    .map((name) => `orch-conformance/dist/${name}`)
  const script = `
    const loads = (name) => import(name).then(() => 'loaded', ({ code }) => code)
    const said = {}
    for (const name of JSON.parse(process.argv[1])) said[name] = await loads(name)
    console.log(JSON.stringify(said))
  `
  const asked = [
    ...modules.map((entry) => `orch-conformance${entry.slice(1)}`),
    'orch-conformance',
    ...inside,
  ]
  const { stdout, stderr } = inProject('--input-type=module', '-e', script, JSON.stringify(asked))
  const said = Object.entries(JSON.parse(stdout || '{}') as Readonly<Record<string, string>>)

  expect(stderr).toBe('')
  expect(inside.length).toBeGreaterThan(100)
  expect(said.filter(([, how]) => how === 'loaded').map(([name]) => name)).toEqual(
    modules.map((entry) => `orch-conformance${entry.slice(1)}`),
  )
  expect([...new Set(said.filter(([, how]) => how !== 'loaded').map(([, how]) => how))]).toEqual([
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  ])
})

test('the schemas and the interfaces over gRPC are shipped', () => {
  const script = `
    const at = (name) => import.meta.resolve(name)
    console.log(at('orch-conformance/schemas/run.schema.json'), at('orch-conformance/protos/kms/v2.proto'))
  `
  const paths = inProject('--input-type=module', '-e', script).stdout.trim().split(' ')
  const first = paths.map((path) => readFileSync(new URL(path), 'utf8').length > 0)

  expect(first).toEqual([true, true])
})
