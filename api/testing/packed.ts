import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { writePeersPackage as writeUntyped } from '../../ci/build/peers-package.mjs'

const writePeersPackage = writeUntyped as (root: string, to: string) => void

/** Root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A separate project with the published form of a package in it. */
export interface PackedProject {
  readonly directory: string
  /** Path of the tarball. */
  readonly tarball: string
  /** Path of the package in the project. */
  readonly packageDirectory: string
}

/** The published packages: the whole product, and the mock peers alone. */
export const packages = ['orch-conformance', 'orch-conformance-peers'] as const
export type PackageName = (typeof packages)[number]

/**
 * Creates an empty project that contains a package in its published form. The dependencies of the package are links to
 * the dependencies that are installed in the repository.
 * @param additionalPackages additional packages of the project
 */
export function packedProject(name: PackageName, additionalPackages: readonly string[] = []): PackedProject {
  const directory = mkdtempSync(join(tmpdir(), 'packed-'))
  const sourceDirectory = name === 'orch-conformance' ? root : join(directory, 'unpacked')
  if (sourceDirectory !== root) writePeersPackage(root, sourceDirectory)
  const args = ['pack', '--ignore-scripts', '--pack-destination', directory]
  const npmOutput = execFileSync('npm', args, {
    cwd: sourceDirectory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (sourceDirectory !== root) rmSync(sourceDirectory, { recursive: true })
  const modulesFolder = join(directory, 'node_modules')
  const packageDirectory = join(modulesFolder, name)
  mkdirSync(packageDirectory, { recursive: true })
  const tarball = join(directory, npmOutput.trim().split('\n').at(-1) ?? '')
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageDirectory])
  const { dependencies } = manifestOf(packageDirectory)
  for (const dependency of new Set([...Object.keys(dependencies), ...additionalPackages])) {
    mkdirSync(dirname(join(modulesFolder, dependency)), { recursive: true })
    symlinkSync(join(root, 'node_modules', dependency), join(modulesFolder, dependency))
  }
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n')
  return { directory, tarball, packageDirectory }
}

/** The fields of a package.json that the tests read. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<
    Record<string, string | null | { readonly types: string; readonly default: string }>
  >
}

/**
 * Returns the modules that a package exports, in the order of its manifest. A pattern is replaced by the
 * entries of the files that it matches.
 */
export function modulesOf(folder: string): string[] {
  const { exports } = manifestOf(folder)
  return Object.entries(exports).flatMap(([entry, paths]) => {
    if (typeof paths !== 'object' || paths === null) return []
    if (!entry.includes('*')) return [entry]
    const [before = '', after = ''] = paths.types.split('*')
    const names = readdirSync(join(folder, before)).filter((name) => name.endsWith(after))
    return names
      .map((name) => entry.replace('*', name.slice(0, -after.length)))
      .filter((name) => exports[name] !== null)
      .toSorted()
  })
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
