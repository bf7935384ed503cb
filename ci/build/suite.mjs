// Builds the changes, tests one subject on the reference, and tries the faults that its checks claim: `npm run suite
// authn.jwt`, with the beginning of rule ids, or a glob over ids.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = join(root, 'dist', 'bin', 'orch-conformance.js')
const out = join(root, 'out', 'suite')

const subjects = process.argv.slice(2)
if (subjects.length === 0 || subjects.some((subject) => subject.startsWith('-'))) {
  process.stderr.write(
    'Give the subject, as the beginning of the ids of its rules: npm run suite authn.jwt\n',
  )
  process.exit(2)
}
succeed(join(root, 'ci', 'build', 'build.mjs'))
const ids = rules().filter((id) => subjects.some((subject) => id === subject || id.startsWith(`${subject}.`)))
const globs = subjects.filter((subject) => subject.includes('*'))
const onlyOptions = [...ids, ...globs].flatMap((id) => ['--only', id])
if (onlyOptions.length === 0) {
  process.stderr.write(
    `No rule's id begins with ${subjects.join(' or ')}. orch-conformance list shows all ids.\n`,
  )
  process.exit(2)
}
const startedMs = performance.now()
succeed(product, 'run', ...onlyOptions, '--out', join(out, 'run'))
process.stdout.write(`Judged in ${((performance.now() - startedMs) / 1000).toFixed(1)} s.\n`)
succeed(product, 'prove', ...onlyOptions, '--out', join(out, 'prove'))

function rules() {
  const { stdout } = spawnSync(process.execPath, [product, 'list', '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return JSON.parse(stdout)
    .filter(({ excluded }) => excluded === undefined)
    .map(({ id }) => id)
}

function succeed(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
