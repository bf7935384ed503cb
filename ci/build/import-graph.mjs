// Finds the compiled files that each compiled file imports, directly or not, and computes a fingerprint of them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { init, parse } from 'es-module-lexer'

await init

/** Folders whose files are imported by a prefix other than the name of the folder, by prefix. */
const folders = { kit: 'harness/kit', protos: 'protos/generated' }

/** Imports among the compiled files of `dist`, read on demand. */
export class ImportGraph {
  #dist
  #nodes = new Map()

  constructor(dist) {
    this.#dist = dist
  }

  /** Returns a fingerprint of a file and of everything that it imports, directly or not. */
  fingerprintOf(file) {
    const reachedPaths = new Set([join(this.#dist, file)])
    for (const path of reachedPaths)
      for (const imported of this.#node(path).imports) reachedPaths.add(imported)
    const hash = createHash('sha256')
    for (const path of [...reachedPaths].toSorted())
      hash.update(`${relative(this.#dist, path)}\n${this.#node(path).content}`)
    return hash.digest('hex')
  }

  /**
   * Returns the direct and indirect imports of the files: files of `dist`, including the given ones, and names of
   * packages.
   */
  reachedFrom(files) {
    const reachedPaths = new Set(files.map((file) => join(this.#dist, file)))
    const packages = new Set()
    for (const path of reachedPaths) {
      const node = this.#node(path)
      for (const imported of node.imports) reachedPaths.add(imported)
      for (const name of node.packages) packages.add(name)
    }
    return { files: [...reachedPaths].map((path) => relative(this.#dist, path)), packages: [...packages] }
  }

  #node(path) {
    let node = this.#nodes.get(path)
    if (node === undefined) this.#nodes.set(path, (node = this.#read(path)))
    return node
  }

  #read(path) {
    const text = readFileSync(path, 'utf8')
    const content = createHash('sha256').update(text).update(this.#lines(path)).digest('hex')
    if (!path.endsWith('.js')) return { content, imports: [], packages: [] }
    const names = parse(text)[0].flatMap(({ n: name }) => name ?? [])
    const imports = names.flatMap((name) => this.#resolved(name, path) ?? [])
    const packages = names.filter((name) => !/^([.#]|node:)/.test(name)).map(packageOf)
    return { content, imports, packages }
  }

  // Rules and checks have line numbers, which can change with the source while the compiled file stays the same.
  #lines(path) {
    const map = `${path}.map`
    const isDeclaring = ['suites', 'documents'].some((folder) => path.startsWith(join(this.#dist, folder)))
    return isDeclaring && existsSync(map) ? readFileSync(map) : ''
  }

  /** Resolves an import of a file of this repository. Packages are left out: they change with the lock file. */
  #resolved(name, from) {
    if (name?.startsWith('.')) return join(dirname(from), name)
    if (name === '#kit') return join(this.#dist, folders.kit, 'index.js')
    const [, layer, rest] = /^#(\w+)\/(.*)\.ts$/.exec(name ?? '') ?? []
    if (layer === undefined) return undefined
    return join(this.#dist, folders[layer] ?? layer, `${rest}.js`)
  }
}

/** Returns the package of a specifier. */
export function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
