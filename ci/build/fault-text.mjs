// Finds the file of a new fault of the reference, and writes its entry there.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files of the reference that list faults by name, by program. The first is for faults that fit no other file. */
const lists = {
  apiserver: { folder: 'reference/apiserver', first: 'faults/requests.ts' },
  'node-agent': { folder: 'reference/node-agent', first: 'faults/node.ts' },
  'controller-manager': { folder: 'reference/manager', first: 'faults.ts' },
}

const listed = /^export const \w+ = \{\n[^]*?^\} as const/gm
const entry = /^ {2}'([a-z0-9-]+)':/gm

/** Returns the names of the faults in a file. */
function namesIn(text) {
  return [...text.matchAll(listed)].flatMap(([list]) => [...list.matchAll(entry)].map(([, name]) => name))
}

/**
 * Returns the file that lists the faults which the neighbours of a suite file detect: those of the file itself first,
 * of its folder next, and of the folders above it last.
 * @param root the repository
 * @param file the suite file, as a path below the root; it need not exist
 */
export function faultsFileFor(root, file, role) {
  const { folder, first } = lists[role]
  const files = readdirSync(join(root, folder), { recursive: true }).filter((name) =>
    /(?:^|\/)faults(?:\/[^/]+)?(?<!\.test)\.ts$/.test(name),
  )
  const names = files.map((name) => [name, namesIn(readFileSync(join(root, folder, name), 'utf8'))])
  const candidates = names.filter(([, its]) => its.length > 0)
  for (const text of neighbours(root, file)) {
    const seen = new Set([...text.matchAll(/['"]([a-z0-9]+(?:-[a-z0-9]+)+)['"]/g)].map(([, name]) => name))
    const [most] = candidates
      .map(([name, its]) => ({ name, fits: its.filter((one) => seen.has(one)).length }))
      .toSorted((one, other) => other.fits - one.fits)
    if (most !== undefined && most.fits > 0) return join(folder, most.name)
  }
  return join(folder, first)
}

/** Yields the texts of the file, of its folder and of the folders above, up to the folder of the document. */
function* neighbours(root, file) {
  const read = (folder, isIt) => {
    try {
      const names = readdirSync(join(root, folder)).filter(isIt)
      return names.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n')
    } catch {
      // The folder does not exist yet.
      return ''
    }
  }
  yield read(dirname(file), (name) => join(dirname(file), name) === file)
  for (let folder = dirname(file); folder.split('/').length > 1; folder = dirname(folder))
    yield read(folder, (name) => /\.suite\.ts$|^proof\.json$/.test(name))
}

/**
 * Returns the text of a file of faults with one more at the end of its last list; unchanged if the fault is already
 * there.
 */
export function withFault(text, name) {
  if (namesIn(text).includes(name)) return text
  const last = [...text.matchAll(listed)].at(-1)
  if (last === undefined) throw new Error('This file has no list of faults.')
  const at = last.index + last[0].lastIndexOf('}')
  return `${text.slice(0, at)}  // To fill in: what breaks, and how. The code that keeps the rule asks for it by its name.\n  '${name}': 'to fill in: what the program does wrong',\n${text.slice(at)}`
}
