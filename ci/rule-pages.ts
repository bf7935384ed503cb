// A step of a build: writes a page per section of the documents, with every rule of it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listed, readCatalogue } from '#harness/cli/list.ts'
import { rulePages } from '#reports/rule-pages.ts'
import { outline } from '#suites/outline/outline.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Writes the pages in place of those that are there. */
export async function writeRulePages(): Promise<void> {
  const directory = join(root, 'dist', 'rules')
  const suitesDir = join(root, 'dist', 'suites')
  const catalogue = await readCatalogue({ name: 'orch-conformance', root, suitesDir, outline })
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const { name, text } of rulePages(listed(catalogue, () => true, outline()))) {
    writeFileSync(join(directory, name), text)
  }
}
