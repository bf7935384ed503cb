import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { structuredPatch } from 'diff'
import { HarnessError, messageOf } from '../errors.ts'
import { type ChangedFile, hunkOf } from './diff.ts'
import { filesNamed } from './paths.ts'

// Folders that contain no source of the program.
const ignoredFolders: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Returns the differences of the recorded files between two source trees.
 * @param names recorded paths
 * @throws HarnessError `usage` if a tree cannot be read
 */
export function changesBetween(before: string, after: string, names: readonly string[]): ChangedFile[] {
  const [oldFiles, newFiles] = [filesBelow(before), filesBelow(after)]
  // Most files of a tree are not recorded, and comparing every name with every path would take minutes.
  const lastParts = new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))
  const hasFolders = lastParts.has('')
  const paths = [...new Set([...oldFiles, ...newFiles])].filter((path) => {
    const mayBeRecorded = hasFolders || lastParts.has(path.slice(path.lastIndexOf('/') + 1))
    return mayBeRecorded && filesNamed(path, names).length > 0
  })
  return paths.flatMap((path) => {
    const [oldText, newText] = [
      oldFiles.has(path) ? readFileSync(join(before, path), 'utf8') : undefined,
      newFiles.has(path) ? readFileSync(join(after, path), 'utf8') : undefined,
    ]
    if (oldText === newText) return []
    const { hunks } = structuredPatch(path, path, oldText ?? '', newText ?? '', '', '', { context: 0 })
    return [
      {
        before: oldText === undefined ? undefined : path,
        after: newText === undefined ? undefined : path,
        hunks: hunks.map(({ oldStart, lines }) => hunkOf(oldStart, lines)),
      },
    ]
  })
}

function filesBelow(root: string): ReadonlySet<string> {
  const files = new Set<string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isFile()) files.add(relative(root, path))
      else if (entry.isDirectory() && !ignoredFolders.has(entry.name)) visit(path)
    }
  }
  try {
    visit(root)
  } catch (thrown) {
    throw new HarnessError('usage', `The source tree ${root} cannot be read (${messageOf(thrown)}).`, {
      cause: thrown,
    })
  }
  return files
}
