import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { anyImport, importsOf } from './testing/imports.ts'
// @ts-expect-error The module has no types, because Node runs it directly.
import { crowdedFolders as crowdedFoldersOf } from './folders.mjs'
// @ts-expect-error The module has no types, because Node runs it directly.
import { floors as table } from './floors.mjs'

const floors = table as Readonly<Record<string, readonly (readonly string[])[]>>
const crowdedFolders = crowdedFoldersOf as (root: string, max?: number) => { folder: string; files: number }[]
const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the code files in and below a folder, without tests, as paths from the root. */
function codeOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name))
}

/**
 * Returns the folders that each folder imports values from. The files of the top folder itself, and groups, which only
 * load suites, are separate rooms.
 */
function graphOf(top: string): Map<string, Set<string>> {
  const roomOf = (file: string): string =>
    posix.dirname(file) === top || file.endsWith('.group.ts') ? file : posix.dirname(file)
  const graph = new Map<string, Set<string>>()
  for (const file of codeOf(top)) {
    const targets = graph.get(roomOf(file)) ?? new Set()
    graph.set(roomOf(file), targets)
    for (const target of importsOf(file))
      if (target.startsWith(`${top}/`) && roomOf(target) !== roomOf(file)) targets.add(roomOf(target))
  }
  return graph
}

/** Returns the folders that are part of an import cycle. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...graph.keys()].filter((start) => {
    const reachedFolders = new Set<string>()
    const pendingFolders = [...(graph.get(start) ?? [])]
    for (let folder = pendingFolders.pop(); folder !== undefined; folder = pendingFolders.pop()) {
      if (reachedFolders.has(folder)) continue
      reachedFolders.add(folder)
      pendingFolders.push(...(graph.get(folder) ?? []))
    }
    return reachedFolders.has(start)
  })
}

test.each(['harness', 'documents', 'mocks', 'suites', 'reports', 'reference'])(
  'no folders of %s import each other in a circle',
  (top) => {
    expect(foldersInCycles(graphOf(top))).toEqual([])
  },
)

test('no folders of reports, including reports itself, import types of each other in a circle', () => {
  const graph = new Map<string, Set<string>>()
  for (const file of codeOf('reports')) {
    const folder = posix.dirname(file)
    const importedFolders = importsOf(file, anyImport).map((one) => posix.dirname(one))
    const targets = graph.get(folder) ?? new Set()
    graph.set(folder, targets)
    for (const importedFolder of importedFolders)
      if (importedFolder.startsWith('reports') && importedFolder !== folder) targets.add(importedFolder)
  }

  expect(graph.get('reports/output')).toContain('reports/formats')
  expect(foldersInCycles(graph)).toEqual([])
})

test('foldersInCycles returns the folders of an import cycle', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])

  expect(foldersInCycles(graph)).toEqual(['b', 'c'])
})

test.each(Object.keys(floors))('each folder of %s has one floor', (room) => {
  const folders = codeOf(room).map((file) => posix.relative(room, posix.dirname(file)) || '.')

  expect((floors[room] ?? []).flat().toSorted()).toEqual([...new Set(folders)].toSorted())
})

test('the architecture page lists the levels of the engine, from the top', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const listedFloors = [...page.matchAll(/^\| (\d+) \| (.*?) \|/gm)].map(([, floor, folders = '']) => [
    Number(floor),
    [...folders.matchAll(/`([^`]+)`/g)].map(([, folder]) => (folder === 'harness' ? '.' : folder)),
  ])
  const expectedFloors = (floors['harness'] ?? []).map((folders, index) => [index + 1, folders]).toReversed()

  expect(listedFloors).toEqual(expectedFloors)
})

const run = promisify(execFile)

// The copy is in a separate folder, because other tests read the code at the same time.
const copyDir = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(copyDir, { recursive: true, force: true }))

for (const name of ['oxlint.config.mjs', 'ci/floors.mjs', 'ci/lint/expected-first.mjs'])
  cpSync(join(root, name), join(copyDir, name))

/** Returns the output of the linter, with the settings of `npm run check`, for a file in a folder of the project. */
async function lintOf(folder: string, text: string): Promise<string> {
  const file = join(folder, 'case.ts')
  mkdirSync(join(copyDir, folder), { recursive: true })
  writeFileSync(join(copyDir, file), text)
  try {
    const { stdout } = await run(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', 'oxlint.config.mjs', '--deny-warnings', file],
      { cwd: copyDir },
    )
    return stdout
  } catch (thrown) {
    return (thrown as { readonly stdout: string }).stdout
  } finally {
    rmSync(join(copyDir, file), { force: true })
  }
}

test.each([
  ['harness/target', '../launch/first-start.ts', 'harness/target imports only from floors below it'],
  ['harness', './check/rule.ts', 'harness imports only from floors below it'],
  ['suites/shared', '#harness/time.ts', 'Suites import the harness as #kit'],
  ['suites/3-command-line-flags/states', '#harness/check/rule.ts', 'Suites import the harness as #kit'],
  ['documents/1', '#harness/dialect/version-differences.ts', 'Suites import the harness as #kit'],
  ['documents/1', '#suites/shared/dialect.ts', 'A later one may import an earlier one'],
  ['mocks/api-server', '#documents/documents.ts', 'A later one may import an earlier one'],
  ['harness/dialect', './kubernetes/index.ts', 'harness/dialect imports only from floors below it'],
  ['harness/target', '#mocks/peer/index.ts', 'A later one may import an earlier one'],
  ['mocks/api-server/model', '../storage/store.ts', 'mocks/api-server/model imports only'],
  ['reference/apiserver/config', '../http/server.ts', 'reference/apiserver/config imports only'],
])('the linter rejects a file in %s that imports a value from %s', async (folder, specifier, says) => {
  expect(await lintOf(folder, `import { x } from '${specifier}'\n\nexport const y = x\n`)).toContain(says)
})

test('the linter rejects an import of a type from a higher level of harness', async () => {
  const text = `import type { Session } from '../run/session.ts'\n\nexport const own = (session: Session) => session\n`

  expect(await lintOf('harness/target', text)).toContain('harness/target imports only from floors below it')
})

test('modules of the reference may import types from any level, and values only from lower levels', async () => {
  const text = `import type { Faults } from '../http/server.ts'\n\nexport type Own = Faults\n`

  expect(await lintOf('reference/apiserver/config', text)).toContain('Found 0 warnings and 0 errors')
})

test('no folder has more code files than the maximum, and a folder with more files is found', () => {
  expect(crowdedFolders(root)).toEqual([])
  expect(crowdedFolders(root, 24).map(({ files }) => files)).toContain(25)
})
