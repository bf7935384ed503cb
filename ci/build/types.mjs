// Writes the declarations of the exports of the package next to its compiled files: the declarations of api/, and the
// declarations to which they refer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { filesIn } from './stamps.mjs'

// Comments that the generator adds to each member. They repeat the name and the type of the member.
const generatedRemark = /\n[ ]*\/\*\*\n[ ]*\* @generated from [^\n]*\n[ ]*\*\//g
const specifier = /(\bfrom\s+|\bimport\s+|\bimport\()(['"])([^'"]+)\2/g

/**
 * Copies the declarations that the entries reach from `compiledDir`, the compiler's output with a declaration of every file.
 * The declarations refer to each other by relative paths, because the resolution of a package's `imports` depends on
 * the settings of the user's compiler.
 */
export function publishTypes(compiledDir, dist) {
  const oldDeclarations = filesIn(dist, '.').filter(
    (name) => name.endsWith('.d.ts') && !name.startsWith('.build'),
  )
  for (const name of oldDeclarations) rmSync(join(dist, name))
  const reachedDeclarations = new Set(filesIn(compiledDir, 'api').map((name) => posix.normalize(name)))
  for (const name of reachedDeclarations) {
    const text = readFileSync(join(compiledDir, name), 'utf8').replace(
      specifier,
      (whole, before, quote, to) => {
        const target = declarationOf(name, to)
        if (target === undefined) return whole
        if (!existsSync(join(compiledDir, target)))
          throw new Error(`${name} names ${to}, which has no declaration.`)
        reachedDeclarations.add(target)
        const relative = posix.relative(posix.dirname(name), target.replace(/\.d\.ts$/, '.js'))
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`
      },
    )
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), text.replace(generatedRemark, ''))
  }
}

/** Returns the declaration that a specifier names; `undefined` for packages. */
function declarationOf(from, to) {
  const toDeclaration = (path) => path.replace(/\.ts$/, '.d.ts')
  if (to.startsWith('.')) return toDeclaration(posix.join(posix.dirname(from), to))
  if (!to.startsWith('#')) return undefined
  if (to === '#kit') return 'harness/kit/index.d.ts'
  return toDeclaration(
    to
      .slice(1)
      .replace(/^protos\//, 'protos/generated/')
      .replace(/^kit\//, 'harness/kit/'),
  )
}

/**
 * Returns the published declarations that the given ones reach, including themselves, and the packages that they
 * import.
 * @param names paths within `dist`
 */
export function declarationsFrom(dist, names) {
  const reachedDeclarations = new Set(names)
  const specifiers = new Set()
  for (const name of reachedDeclarations) {
    // Comments are ignored: examples in them import packages that the user installs.
    const text = readFileSync(join(dist, name), 'utf8').replace(/\/\*[^]*?\*\//g, '')
    for (const [, , , to] of text.matchAll(specifier)) {
      if (to.startsWith('.'))
        reachedDeclarations.add(posix.join(posix.dirname(name), to.replace(/\.js$/, '.d.ts')))
      else if (!to.startsWith('node:')) specifiers.add(to)
    }
  }
  return { files: [...reachedDeclarations], specifiers: [...specifiers] }
}
