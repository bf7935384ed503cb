import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A project that is not ours, with a package in it as it would be published. */
export interface PackedProject {
  readonly directory: string
  /** Path of the tarball. */
  readonly tarball: string
  /** Where the package lies in the project. */
  readonly own: string
}

/**
 * Makes an empty project with the package as it would be published; what the repository has installed is linked.
 * @param from the folder of the package
 * @param name how projects name it
 */
export function packedProject(from = root, name = 'orch-conformance'): PackedProject {
  const directory = mkdtempSync(join(tmpdir(), 'packed-'))
  const args = ['pack', '--ignore-scripts', '--pack-destination', directory]
  const printed = execFileSync('npm', args, {
    cwd: from,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const modules = join(directory, 'node_modules')
  const own = join(modules, name)
  mkdirSync(own, { recursive: true })
  const tarball = join(directory, printed.trim().split('\n').at(-1) ?? '')
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own])
  for (const dependency of readdirSync(join(root, 'node_modules'))) {
    if (dependency.startsWith('.')) continue
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency))
  }
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n')
  return { directory, tarball, own }
}
