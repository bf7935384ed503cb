// Builds a program with all its mutants: node mutate.mjs server.ts built
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { build } from 'esbuild'

const [source, folder] = process.argv.slice(2)
const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }
const files = [{ name: source, mutate: true, content: readFileSync(source, 'utf8') }]
const options = { plugins: null, excludedMutations: [], ignorers: [] }
const made = await new Instrumenter(silent).instrument(files, options)

// Stryker counts how often a mutant is reached; the first time, this appends a line with its id.
const reach = `
if (process.env.MUTANT_REACHED) {
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  const set = (counts, id, count) => {
    if (!(id in counts)) appendFileSync(process.env.MUTANT_REACHED, id + '\\n')
    counts[id] = count
    return true
  }
  globalThis.__stryker__ = { mutantCoverage: { static: new Proxy({}, { set }), perTest: {} } }
}
`
const { outputFiles } = await build({
  stdin: { contents: reach + made.files[0].content, loader: 'ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
})
const list = made.mutants.map(({ id, fileName, location, mutatorName, replacement }) =>
  JSON.stringify({
    id,
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    to: replacement,
  }),
)
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/server.mjs`, outputFiles[0].text)
writeFileSync(`${folder}/mutants.jsonl`, `${list.join('\n')}\n`)
