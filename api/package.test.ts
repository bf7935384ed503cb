import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, describe, expect, test } from 'vitest'
import { manifestOf, modulesOf, packages, type PackedProject, packedProject, root } from './testing/packed.ts'

const limitMs = 120_000
// Every project that compiles for Node has `@types/node`.
const projects = Object.fromEntries(packages.map((name) => [name, packedProject(name, ['@types/node'])]))
afterAll(() => {
  for (const { directory } of Object.values(projects)) rmSync(directory, { recursive: true, force: true })
})

describe.each(packages)('%s', (name) => {
  const { directory, tarball, packageDirectory } = projects[name] as PackedProject
  const modules = modulesOf(packageDirectory)
  const specifiers = modules.map((entry) => `${name}${entry.slice(1)}`)
  const isWhole = name === 'orch-conformance'

  /** Runs Node in the project. */
  function inProject(...args: readonly string[]) {
    return spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' })
  }

  test('every peer has an entry', () => {
    const peers = readdirSync(join(root, 'mocks'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .filter((peer) => readdirSync(join(root, 'mocks', peer)).includes('stand-alone.ts'))
      // `webhook` holds the common part of the webhooks and is not a peer.
      .filter((peer) => peer !== 'webhook')
      .toSorted()
    const commonEntry = isWhole ? './peers' : '.'

    expect(modules).toEqual([
      commonEntry,
      ...peers.map((peer) => `${commonEntry}/${peer}`),
      ...(isWhole ? ['./results'] : []),
    ])
  })

  test('publint reports no problem in the package', async () => {
    const { messages, pkg } = await publint({ pkgDir: packageDirectory, pack: false })

    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  test('the types of every entry resolve and match the loaded modules', {
    timeout: limitMs,
  }, async () => {
    const tarballPackage = createPackageFromTarballData(readFileSync(tarball))
    const result = await checkPackage(tarballPackage, { entrypoints: modules })
    if (result.types === false) throw new TypeError('The package has no types.')
    // The package has ES modules only: a resolution without `exports` and `require` from CommonJS must fail.
    const expected = new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs'])
    const problems = result.problems.map((problem) =>
      'resolutionKind' in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind,
    )

    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(modules))
    expect(problems.filter((problem) => !expected.has(problem))).toEqual([])
  })

  test('a strict compiler accepts every declaration and reports wrong use', { timeout: limitMs }, () => {
    const exportLines = specifiers.map((entry, index) => `export * as e${index} from '${entry}'`)
    writeFileSync(join(directory, 'all.ts'), `${exportLines.join('\n')}\n`)
    const mistakes = readFileSync(join(root, 'api', 'testing', 'wrong-use.ts'), 'utf8')
    writeFileSync(join(directory, 'wrong-use.ts'), isWhole ? mistakes : forPeersPackage(mistakes))
    cpSync(join(root, 'api', 'testing', 'tsconfig.strict.json'), join(directory, 'tsconfig.json'))
    const { stdout, status } = inProject(join(root, 'node_modules', 'typescript', 'lib', 'tsc.js'), '-p', '.')

    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  test('every entry of the package loads, and no other module can be loaded', { timeout: limitMs }, () => {
    const packedPaths = readdirSync(join(packageDirectory, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && file.split('/').length < 4)
      .map((file) => `${name}/dist/${file}`)
    const script = `
    const loads = (name) => import(name).then(() => 'loaded', ({ code }) => code)
    const results = {}
    for (const name of JSON.parse(process.argv[1])) results[name] = await loads(name)
    console.log(JSON.stringify(results))
  `
    const imported = [...specifiers, ...(isWhole ? [name] : []), ...packedPaths]
    const { stdout, stderr } = inProject('--input-type=module', '-e', script, JSON.stringify(imported))
    const importErrors = Object.entries(JSON.parse(stdout || '{}') as Readonly<Record<string, string>>)

    expect(stderr).toBe('')
    expect(packedPaths.length).toBeGreaterThan(100)
    expect(importErrors.filter(([, how]) => how === 'loaded').map(([entry]) => entry)).toEqual(specifiers)
    expect([...new Set(importErrors.filter(([, how]) => how !== 'loaded').map(([, how]) => how))]).toEqual([
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    ])
  })

  test('the package contains the schemas and the gRPC interfaces', () => {
    const script = `
    const at = (name) => import.meta.resolve(name)
    console.log(at('${name}/schemas/peer-script.schema.json'), at('${name}/protos/kms/v2.proto'))
  `
    const paths = inProject('--input-type=module', '-e', script).stdout.trim().split(' ')
    const hasContent = paths.map((path) => readFileSync(new URL(path), 'utf8').length > 0)

    expect(hasContent).toEqual([true, true])
  })
})

test('both packages have the same version', () => {
  const versions = packages.map((name) => manifestOf(projects[name]?.packageDirectory ?? '').version)

  expect(new Set(versions).size).toBe(1)
})

test('links on the pages of the peers lead to files of their package', () => {
  const { packageDirectory } = projects['orch-conformance-peers'] as PackedProject
  const danglingLinks = ['README.md', 'docs/peers.md', 'docs/mocks.md', 'docs/cloud-provider.md'].flatMap(
    (page) => {
      const text = readFileSync(join(packageDirectory, page), 'utf8')
      const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, to = '']) => to)
      return links
        .filter((to) => !existsSync(join(packageDirectory, page, '..', to)))
        .map((to) => `${page}: ${to}`)
    },
  )

  expect(danglingLinks).toEqual([])
})

/**
 * Replaces the package name in a text, and removes the examples of `results`, which the peers package does
 * not have.
 */
function forPeersPackage(text: string): string {
  return text
    .replaceAll('orch-conformance/peers', 'orch-conformance-peers')
    .replace(/^import type \{.*RunEvent \}.*\n/m, '')
    .replace(/^declare const event[^]*/m, '')
}
