// Creates a rule: `npm run new-rule suites/1-apiserver-configuration/tracing/rates.suite.ts tracing.rate.half` adds the
// rule to a new or existing file, with an accepted case, a near miss and a fault, lists the fault in the reference, and
// prints the remaining steps.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultsFileFor, withFault } from './fault-text.mjs'
import { areaOf, placeholderFault, withRule } from './rule-text.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [filePath = '', id = ''] = process.argv.slice(2)
const file = relative(root, resolve(filePath)).replaceAll('\\', '/')
if (!/^suites\/[123]-.*\.suite\.ts$/.test(file) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id)) {
  fail(
    2,
    'Give the suite file of the subject and the id of the rule: npm run new-rule suites/1-apiserver-configuration/tracing/rates.suite.ts tracing.rate.half',
  )
}
const path = join(root, file)
const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
if (text.includes(`'${id}'`)) fail(2, `${file} has a rule ${id} already.`)
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, withRule(file, id, text))
const { role } = areaOf(id)
const faults = faultsFileFor(root, file, role)
writeFileSync(join(root, faults), withFault(readFileSync(join(root, faults), 'utf8'), placeholderFault(id)))
spawnSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', path, join(root, faults)],
  { cwd: root },
)
process.stdout.write(`${id} stands in ${file}. What is left to do:
1. Fill in the rule: what it says, where that stands, and its two cases.
2. Fill in the fault ${placeholderFault(id)} in ${faults}, by a better name in both places, and give the code of
   reference/${role} that keeps the rule the condition: && !fault('${placeholderFault(id)}').
3. npm run suite ${id}
`)

function fail(code, message) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
