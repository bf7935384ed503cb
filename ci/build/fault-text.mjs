// Finds the file of a new fault of the reference, and writes its entry there.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** For each program: the folder with the files of its faults, and the file for faults that fit no other file. */
const lists = {
  apiserver: { folder: 'reference/apiserver', fallback: 'http/faults.json' },
  'node-agent': { folder: 'reference/node-agent', fallback: 'node/faults.json' },
  'controller-manager': { folder: 'reference/manager', fallback: 'faults.json' },
}

/**
 * Returns the file that lists the faults which the neighbours of a suite file detect: first the faults of the file,
 * then of its folder, and last of the folders above.
 * @param root the repository
 * @param file the suite file, as a path below the root; it need not exist
 */
export function faultsFileFor(root, file, role) {
  const { folder, fallback } = lists[role]
  const files = readdirSync(join(root, folder), { recursive: true }).filter((name) =>
    name.endsWith('faults.json'),
  )
  const candidates = files.map((name) => [
    name,
    Object.keys(JSON.parse(readFileSync(join(root, folder, name), 'utf8'))),
  ])
  for (const text of neighbours(root, file)) {
    const namesInText = new Set(
      [...text.matchAll(/['"]([a-z0-9]+(?:-[a-z0-9]+)+)['"]/g)].map(([, name]) => name),
    )
    const [bestCandidate] = candidates
      .map(([name, its]) => ({ name, fits: its.filter((one) => namesInText.has(one)).length }))
      .toSorted((one, other) => other.fits - one.fits)
    if (bestCandidate !== undefined && bestCandidate.fits > 0) return join(folder, bestCandidate.name)
  }
  return join(folder, fallback)
}

/** Yields the texts of the file, of its folder and of the folders above, up to the folder of the document. */
function* neighbours(root, file) {
  const textsIn = (folder, isFaultsFile) => {
    try {
      const names = readdirSync(join(root, folder)).filter(isFaultsFile)
      return names.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n')
    } catch {
      // The folder does not exist yet.
      return ''
    }
  }
  yield textsIn(dirname(file), (name) => join(dirname(file), name) === file)
  for (let folder = dirname(file); folder.split('/').length > 1; folder = dirname(folder))
    yield textsIn(folder, (name) => /\.suite\.ts$|^proof\.json$/.test(name))
}

/**
 * Returns the text of a file of faults with a new fault at its end, or the unchanged text if it already contains the
 * fault.
 */
export function withFault(text, name) {
  const faults = JSON.parse(text)
  if (Object.hasOwn(faults, name)) return text
  const newFault = { [name]: 'to fill in: the row that breaks, and how' }
  return `${JSON.stringify({ ...faults, ...newFault }, null, 2)}\n`
}
