import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) =>
  name.replaceAll('\\', '/'),
)
const lists = files.filter((name) => name.endsWith('/faults.json'))
const code = files
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:faults|freedoms|names)\.ts$/.test(name))
  .map((name) => ({ folder: dirname(name), text: readFileSync(join(root, name), 'utf8') }))

/**
 * Returns the folders whose code contains a name as a string literal. Names that are built from templates are not
 * found.
 */
function foldersWith(name: string): readonly string[] {
  return code.filter(({ text }) => text.includes(`'${name}'`)).map(({ folder }) => folder)
}

const programOf = (folder: string): string => folder.split('/')[0] ?? ''

test('each fault is listed in a folder whose code queries it, unless only shared code queries it', () => {
  const misplacedNames = lists.flatMap((list) => {
    const folder = dirname(list)
    const names = Object.keys(JSON.parse(readFileSync(join(root, list), 'utf8')) as object)
    return names.filter((name) => {
      const queriedFolders = foldersWith(name).filter(
        (queriedFolder) => programOf(queriedFolder) === programOf(folder),
      )
      return queriedFolders.length > 0 && !queriedFolders.includes(folder)
    })
  })

  expect(lists.length).toBeGreaterThan(40)
  expect(misplacedNames).toEqual([])
})
