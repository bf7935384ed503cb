// Records the inputs of each step of the build, so that a step runs only if they change.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Fingerprints of the inputs of every step, kept in one file, which is removed with `dist`. */
export class Stamps {
  #file
  #known

  constructor(file) {
    this.#file = file
    this.#known = readJson(file) ?? {}
  }

  /** Reports whether a step last ran with exactly these inputs. */
  is(step, fingerprint) {
    return this.#known[step] === fingerprint
  }

  of(step) {
    return this.#known[step]
  }

  keep(step, fingerprint) {
    this.#known[step] = fingerprint
    mkdirSync(join(this.#file, '..'), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#known))
  }
}

/** Returns a fingerprint of the files, by name and content. */
export function fingerprintOf(root, names) {
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(`${name}\n`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/** Returns the files below a folder, with the folder's name in front; empty if the folder does not exist. */
export function filesIn(root, folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  } catch (thrown) {
    if (thrown.code === 'ENOENT') return []
    throw thrown
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
