// Builds again on every change of a source, until it is interrupted: `npm run dev`.
import { spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['bin', 'harness', 'protos', 'documents', 'mocks', 'suites', 'reports', 'reference', 'ci']
/**
 * Time without changes before a build starts, because editors write a file in several steps, and a checkout writes many
 * files.
 */
const quietMs = 50
const isSource = (name) => /\.(ts|json|proto|yaml|css|mjs)$/.test(name) && !/generated\/.*_pb\.ts$/.test(name)

let buildTimer
build()
for (const folder of folders) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name === null || !isSource(join(folder, name))) return
    clearTimeout(buildTimer)
    buildTimer = setTimeout(build, quietMs)
  })
}
process.stdout.write('Waiting for changes; Ctrl-C ends this.\n')

/**
 * Builds once. A failed build is ignored, because it has printed its errors, and the next change starts a new build.
 */
function build() {
  spawnSync(process.execPath, [join(root, 'ci', 'build', 'build.mjs')], { cwd: root, stdio: 'inherit' })
}
