// Step of a build: writes a page per section of the documents, with all its rules, and the standard as data.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listRules, readCatalogue } from '#harness/cli/catalogue/list.ts'
import { rulePages } from '#reports/formats/rule-pages.ts'
import { standardOf } from '#reports/standard.ts'
import { constraints, outline } from '#documents/documents.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Writes the pages of the rules in place of the existing pages, and the standard. */
export async function writeRulePages(): Promise<void> {
  const directory = join(root, 'dist', 'rules')
  const suitesDir = join(root, 'dist', 'suites')
  const catalogue = await readCatalogue({ name: 'orch-conformance', root, suitesDir, outline })
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const documentParts = outline()
  const rules = listRules(catalogue, () => true, documentParts)
  const documentConstraints = constraints()
  for (const { name, text } of rulePages(rules, new Map(), documentConstraints, documentParts))
    writeFileSync(join(directory, name), text)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  writeFileSync(
    join(root, 'dist', 'standard.json'),
    `${JSON.stringify(standardOf(version, documentParts, rules, documentConstraints))}\n`,
  )
}
