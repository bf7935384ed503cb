import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { writePeersPackage as writeUntyped } from './build/peers-package.mjs'

const writePeersPackage = writeUntyped as (root: string, to: string) => void

interface PackResult {
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
// Maximum unpacked size. The package contains programs, rules and peers, half a megabyte of declarations, nearly a
// megabyte of data of the standard, and the gRPC interfaces.
const maxPackageBytes = 9_300_000
const npmLimitMs = 60_000

const packDryRun = (): PackResult => {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(text) as PackResult[])[0] as PackResult
}

const maxPeersBytes = 25_000_000
const maxPeersPackageBytes = 1_500_000

/** Returns the first two folders of a path. */
const topFoldersOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'

test(
  'the package contains all files that users need, in less than 9.3 MB',
  () => {
    const { unpackedSize, files } = packDryRun()
    const paths = files.map(({ path }) => path)
    const largestFolders = files
      .toSorted((a, b) => b.size - a.size)
      .slice(0, 20)
      .map(({ path, size }) => `${path} ${size}`)

    expect([...new Set(paths.map(topFoldersOf))].toSorted()).toEqual([
      '.',
      'ci',
      'ci/air-gap',
      'ci/github',
      'ci/gitlab',
      'ci/kubernetes',
      'dist',
      'dist/api',
      'dist/bin',
      'dist/documents',
      'dist/harness',
      'dist/mocks',
      'dist/protos',
      'dist/reference',
      'dist/reports',
      'dist/suites',
      'docs',
      'docs/commands',
      'docs/example',
      'docs/targets',
      'protos',
      'protos/container-runtime',
      'protos/etcd',
      'protos/kms',
      'schemas',
    ])
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'ci/github/action.yml',
        'dist/api/peers/oidc-issuer.d.ts',
        'dist/bin/orch-conformance.js',
        'dist/reference/orch-apiserver.js',
        'dist/reports/html/page.js',
        'dist/standard.json',
        'dist/suites/catalogue.json.br',
        'docs/quick-start.md',
        'protos/kms/v2.proto',
        'schemas/target.schema.json',
      ]),
    )
    // The package contains no source maps, no tests, and no files that only a build uses.
    expect(
      paths
        .filter((path) => !path.startsWith('docs/example/'))
        .filter((path) => /\.map$|\.test\.|(^|\/)testing\/|^dist\/ci\//.test(path)),
    ).toEqual([])
    expect(unpackedSize, largestFolders.join('\n')).toBeLessThan(maxPackageBytes)
  },
  npmLimitMs,
)

test('the peers package installs at most 25 MB, and no test engine, browser, telemetry library or msw', () => {
  const directory = mkdtempSync(join(tmpdir(), 'peers-'))
  writePeersPackage(root, directory)
  const dependencyFolders = installedFor(directory)
  const packageBytes = bytesIn(directory)
  const totalBytes = [...dependencyFolders.values()].reduce(
    (sum, folder) => sum + bytesIn(folder),
    packageBytes,
  )

  expect(packageBytes).toBeLessThan(maxPeersPackageBytes)
  expect(totalBytes).toBeLessThan(maxPeersBytes)
  expect(dependencyFolders.size).toBeGreaterThan(9)
  expect(
    [...dependencyFolders.keys()].filter((name) => /vitest|vite|playwright|opentelemetry|msw/.test(name)),
  ).toEqual([])
  rmSync(directory, { recursive: true })
})

/** Returns the folders of the packages that a package installs, by name. The folders are in this repository. */
function installedFor(folder: string): ReadonlyMap<string, string> {
  const folderByName = new Map<string, string>()
  const queue = [{ from: join(root, 'package.json'), manifest: join(folder, 'package.json') }]
  for (const { from, manifest } of queue) {
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>
    }
    for (const name of Object.keys(dependencies)) {
      const paths = createRequire(from).resolve.paths(name) ?? []
      const dependencyPath = paths.map((path) => join(path, name)).find((path) => existsSync(path))
      if (dependencyPath === undefined) throw new Error(`${name}, which ${manifest} names, is not installed.`)
      if ([...folderByName.values()].includes(dependencyPath)) continue
      folderByName.set(folderByName.has(name) ? dependencyPath : name, dependencyPath)
      queue.push({
        from: join(dependencyPath, 'package.json'),
        manifest: join(dependencyPath, 'package.json'),
      })
    }
  }
  return folderByName
}

/** Returns the size of the files of a package, without nested packages. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? bytesIn(path) : lstatSync(path).size
    })
    .reduce((sum, size) => sum + size, 0)
}
