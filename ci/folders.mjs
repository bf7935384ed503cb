// Step of `npm run check`: limits the number of code files of a folder, so that each has one subject.
import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maximum number of code files of one folder, without tests and subfolders. */
export const maxFolderFiles = 25

const rooms = ['api', 'bin', 'ci', 'documents', 'harness', 'mocks', 'reference', 'reports', 'suites']
const isCode = (name) => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.test.ts')

/** Returns the folders below a root that exceed the limit, each with its number of code files. */
export function crowdedFolders(root, maxFiles = maxFolderFiles) {
  const folders = []
  const visit = (folder) => {
    const entries = readdirSync(posix.join(root, folder), { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && isCode(entry.name)).length
    if (files > maxFiles) folders.push({ folder, files })
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== 'node_modules') visit(posix.join(folder, entry.name))
  }
  for (const room of rooms) visit(room)
  return folders
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = crowdedFolders(fileURLToPath(new URL('..', import.meta.url)))
  for (const { folder, files } of folders)
    process.stderr.write(
      `${folder} has ${files} code files, and ${maxFolderFiles} is the most. Divide it by what it holds.\n`,
    )
  process.exitCode = folders.length === 0 ? 0 : 1
}
