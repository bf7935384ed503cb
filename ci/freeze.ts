// Freezes the present rows and rules as a set of the standard: `npm run freeze 2026-12`. A frozen set never changes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '#harness/cli/catalogue/list.ts'
import { setOf, type StandardSet } from '#harness/standard/sets.ts'
import { outline } from '#documents/documents.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [name = ''] = process.argv.slice(2)
const folder = join(root, 'documents', 'sets')
const file = join(folder, `${name}.json`)
if (!/^\d{4}-\d{2}$/.test(name)) exitWithReason('Give the year and the month: npm run freeze 2026-12')
if (existsSync(file)) exitWithReason(`${file} exists, and a frozen set never changes.`)
const suitesDir = join(root, 'dist', 'suites')
const { rules } = await readCatalogue({ name: 'orch-conformance', root, suitesDir, outline })
mkdirSync(folder, { recursive: true })
writeFileSync(file, textOf(setOf(name, outline(), rules.values())))

/** Returns a set with a line per section, and per area of rules, so that a change is visible. */
function textOf(set: StandardSet): string {
  const areas = new Map<string, string[]>()
  for (const [id, digest] of Object.entries(set.rules)) {
    const area = id.split('.').slice(0, 2).join('.')
    areas.set(area, [...(areas.get(area) ?? []), `${JSON.stringify(id)}:${JSON.stringify(digest)}`])
  }
  const rows = Object.entries(set.rows).map(
    ([section, keys]) => `${JSON.stringify(section)}:${JSON.stringify(keys)}`,
  )
  const rules = [...areas.values()].map((own) => own.join(','))
  return `{"name":${JSON.stringify(set.name)},\n"rows":{\n${rows.join(',\n')}},\n"rules":{\n${rules.join(',\n')}}}\n`
}

function exitWithReason(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}
