import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error The module has no types, because Node runs it directly.
import { pagesOf as pagesIn } from './pages.mjs'

const pagesOf = pagesIn as (root: string) => { pages: { source: string }[] }
const root = mkdtempSync(join(tmpdir(), 'orch-pages-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the site has no pages of installed packages', () => {
  const repositoryPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/a.md', 'ci/README.md']
  const generatedPages = ['dist/rules/b.md', 'dist/api-reference/c.md']
  const installed = ['ci/api-reference/node_modules/entities/README.md', 'docs/node_modules/x/docs/y.md']
  for (const name of [...repositoryPages, ...generatedPages, ...installed]) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), `# ${name}\n`)
  }

  expect(pagesOf(root).pages.map(({ source }) => source)).toEqual([...repositoryPages, ...generatedPages])
})
