// Writes a page per section of the documents, with every rule of it: `node dist/ci/rule-pages.js [DIR]`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listed, readCatalogue } from '#harness/cli/list.ts'
import { rulePages } from '#reports/rule-pages.ts'
import { outline } from '#suites/outline/outline.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [directory = join(root, 'dist', 'rules')] = process.argv.slice(2)
const catalogue = await readCatalogue({
  name: 'orch-conformance',
  root,
  suitesDir: join(root, 'dist', 'suites'),
  outline,
})
mkdirSync(directory, { recursive: true })
for (const { name, text } of rulePages(listed(catalogue, () => true))) {
  writeFileSync(join(directory, name), text)
}
