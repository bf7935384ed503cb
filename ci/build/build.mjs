// Builds dist/ with only the steps that the changes since the last build need: `node ci/build/build.mjs [--clean]`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { ImportGraph } from './import-graph.mjs'
import { filesIn, fingerprintOf, Stamps } from './stamps.mjs'
import { publishTypes } from './types.mjs'

const startedMs = performance.now()
const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'dist')
const compilerState = join(dist, '.build', 'tsbuildinfo')
const catalogue = join(dist, 'suites', 'catalogue.json.br')
const testSuites = 'harness/testing/suites'
/** Folders that are compiled file by file. The programs of the reference and the report's page are bundled. */
const layers = ['api', 'bin', 'harness', 'protos/generated', 'documents', 'mocks', 'suites', 'reports', 'ci']
/** Reports whether the compiler omits a file, as in tsconfig.build.json. */
const isLeftOut = (name) =>
  /\.test\.ts$|^(?!harness\/testing\/|suites\/testing\/).*\btesting\/|^reports\/html\/client\/|^ci\/site\/client\//.test(
    name,
  )

/** Maximum number of changed suites for which reading them alone is faster than reading all suites. */
const maxFilesByName = 100

/** Files that are bundled for a browser. */
const browserFiles = new Set(['reports/html/page.js', 'reports/html/matrix.js'])

const stepsRun = []
if (process.argv.includes('--clean')) rmSync(dist, { recursive: true, force: true })
const stamps = new Stamps(join(dist, '.build', 'stamps.json'))
await run('protos/build.mjs')
const tools = fingerprintOf(root, [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
])
const sources = layers.flatMap((layer) => filesIn(root, layer)).filter((name) => name.endsWith('.ts'))

await compileSources()
const graph = new ImportGraph(dist)
/** Returns a fingerprint of a compiled file and of all that it imports. */
const fingerprintWithImports = (file) => tools + graph.fingerprintOf(file)
await Promise.all([bundlePrograms(), readChangedSuites(), writeTypes()])
// Readers of a catalogue consider it stale if a compiled file is newer.
const testCatalogues = filesIn(dist, testSuites).filter((name) => basename(name) === basename(catalogue))
for (const file of [catalogue, ...testCatalogues.map((name) => join(dist, name))])
  utimesSync(file, new Date(), new Date())
const durationS = ((performance.now() - startedMs) / 1000).toFixed(1)
process.stdout.write(`Built in ${durationS} s: ${stepsRun.join(', ') || 'nothing had changed'}\n`)

/** Compiles the changed sources, and removes compiled files without a source. */
async function compileSources() {
  const expected = new Set(
    sources.filter((name) => !isLeftOut(name)).map((name) => name.replace(/ts$/, 'js')),
  )
  const exists = (name) => existsSync(join(dist, name))
  const isComplete = [...expected].every(exists)
  const inputs = tools + fingerprintOf(root, sources)
  // The compiler checks only its sources, so it would not notice a missing file of dist.
  if (!stamps.is('tools', tools) || !isComplete) rmSync(compilerState, { force: true })
  stamps.keep('tools', tools)
  if (!isComplete || !stamps.is('compiled', inputs)) {
    // Loading the reader of the suites takes as long as compiling a change, so both run at the same time.
    void import('vitest/node')
    // A failed compilation leaves a mix of old and new files, so the stamp is removed first.
    stamps.keep('compiled', undefined)
    const compiler = ['--incremental', '--tsBuildInfoFile', compilerState]
    await run('node_modules/typescript/lib/tsc.js', '-p', 'tsconfig.build.json', ...compiler)
    stamps.keep('compiled', inputs)
    stepsRun.push('compiled')
  }
  for (const name of layers.flatMap((layer) => filesIn(dist, layer))) {
    const script = name.replace(/\.map$/, '')
    if (script.endsWith('.js') && !expected.has(script) && !browserFiles.has(script)) {
      rmSync(join(dist, name))
    }
  }
  copyFileSync(join(root, 'suites', 'durations.json'), join(dist, 'suites', 'durations.json'))
  compact(join(dist, 'suites', 'durations.json'))
  copyProofs()
  copySets()
}

/** Compresses the frozen sets of the standard. */
function copySets() {
  const folder = join(dist, 'documents', 'sets')
  rmSync(folder, { recursive: true, force: true })
  for (const name of filesIn(root, 'documents/sets')) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(readFileSync(join(root, name))))
  }
}

/** Removes the indentation of a JSON file: a third of its size in the package. */
function compact(file) {
  const text = readFileSync(file, 'utf8')
  const compactText = JSON.stringify(JSON.parse(text))
  if (compactText !== text) writeFileSync(file, compactText)
}

/** Copies the proofs of the suites and of the harness's tests to their compiled files. */
function copyProofs() {
  const isProof = (name) => basename(name) === 'proof.json'
  const proofs = ['suites', 'harness/testing'].flatMap((folder) => filesIn(root, folder)).filter(isProof)
  for (const name of filesIn(dist, 'suites').filter((one) => isProof(one) && !proofs.includes(one)))
    rmSync(join(dist, name))
  for (const name of proofs) copyFileSync(join(root, name), join(dist, name))
}

/** Bundles the programs of the reference and the report's page. */
async function bundlePrograms() {
  const inputs = (...folders) => {
    const files = folders.flatMap((folder) => filesIn(root, folder)).filter((name) => !/\.test\./.test(name))
    return tools + fingerprintOf(root, files)
  }
  // The bundles also depend on the list of programs in harness/roles.js.
  const programs = inputs('reference', 'protos') + fingerprintWithImports('harness/roles.js')
  await Promise.all([
    step('reference', programs, 'reference/bundles', () => run('reference/build.mjs')),
    step('page', inputs('reports', 'harness'), 'reports/html/page.js', () => run('reports/build.mjs')),
  ])
}

/** Reads the rules and checks from the changed suites, and writes the files that depend on them. */
async function readChangedSuites() {
  await step('command pages', fingerprintWithImports('ci/pages.js'), 'ci/pages.js', () =>
    run('dist/ci/pages.js'),
  )
  await step('schemas', fingerprintWithImports('ci/schemas.js'), 'ci/schemas.js', () =>
    run('dist/ci/schemas.js'),
  )

  const { suiteModules } = await import(pathToFileURL(join(dist, 'harness', 'engine', 'groups.js')))
  const suites = suiteModules(join(dist, 'suites')).map((name) => `suites/${name}`)
  const proofOf = (name) => {
    const proof = join(dirname(name), 'proof.json')
    return existsSync(join(dist, proof)) ? fingerprintOf(dist, [proof]) : ''
  }
  const currentStamps = Object.fromEntries(
    suites.map((name) => [name.slice('suites/'.length), fingerprintWithImports(name) + proofOf(name)]),
  )
  const previousStamps = existsSync(catalogue) ? (stamps.of('suites') ?? {}) : {}
  const changedNames = Object.keys(currentStamps).filter(
    (name) => currentStamps[name] !== previousStamps[name],
  )
  const isReaderUnchanged = stamps.is('reader', fingerprintWithImports('ci/catalogue.js'))
  const hasRemovedSuite = Object.keys(previousStamps).some((name) => currentStamps[name] === undefined)
  if (!isReaderUnchanged || hasRemovedSuite || changedNames.length > 0) {
    // If the reader has changed, it may read unchanged suites differently, so all suites are read.
    const suitesToRead =
      isReaderUnchanged && !hasRemovedSuite && changedNames.length < maxFilesByName ? changedNames : []
    const { readSuites } = await import(pathToFileURL(join(dist, 'ci', 'catalogue.js')))
    await readSuites(suitesToRead)
    stepsRun.push(suitesToRead.length === 0 ? 'all suites read' : `${suitesToRead.length} suite files read`)
    stamps.keep('suites', currentStamps)
    stamps.keep('reader', fingerprintWithImports('ci/catalogue.js'))
  }
  const testSuiteFiles = filesIn(dist, testSuites).filter((name) => name.endsWith('.suite.js'))
  const declarationInputs =
    fingerprintWithImports('ci/catalogue.js') + testSuiteFiles.map(fingerprintWithImports).join(' ')
  await step('test suites', declarationInputs, `${testSuites}/plain/catalogue.json.br`, async () => {
    const { readTestSuites } = await import(pathToFileURL(join(dist, 'ci', 'catalogue.js')))
    await readTestSuites()
  })
  const pages = fingerprintWithImports('ci/rule-pages.js') + fingerprintOf(dist, ['suites/catalogue.json.br'])
  await step('rule pages', pages, 'standard.json', async () => {
    const { writeRulePages } = await import(pathToFileURL(join(dist, 'ci', 'rule-pages.js')))
    await writeRulePages()
  })
}

/** Writes declarations next to the exported modules. */
async function writeTypes() {
  const inputs = ['api', 'harness', 'mocks', 'protos/generated', 'reports'].flatMap((name) =>
    filesIn(root, name),
  )
  const typesDir = join(dist, '.build', 'types')
  await step('types', tools + fingerprintOf(root, inputs), 'api/peers/index.d.ts', async () => {
    rmSync(typesDir, { recursive: true, force: true })
    await run('node_modules/typescript/lib/tsc.js', '-p', 'api')
    publishTypes(typesDir, dist)
  })
}

/** Runs a step if its inputs changed since the last build, or if its result is missing. */
async function step(name, fingerprint, result, work) {
  if (stamps.is(name, fingerprint) && existsSync(join(dist, result))) return
  await work()
  stamps.keep(name, fingerprint)
  stepsRun.push(name)
}

/** Runs a step in a separate process. The build ends if the step fails, because the step has printed the reason. */
async function run(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  process.stderr.write(
    `The build ended at ${args[0]} (${signal ?? `exit code ${code}`}); the reason is printed above.\n`,
  )
  process.exit(1)
}
