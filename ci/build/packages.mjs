// Packs the published packages, all with one version: `npm run packages [-- --out DIR]`.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writePeersPackage } from './peers-package.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { out: { type: 'string', default: root } } })
const out = resolve(values.out)
const peers = join(root, 'dist', 'packages', 'peers')

writePeersPackage(root, peers)
mkdirSync(out, { recursive: true })
for (const folder of [root, peers]) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', out]
  const npmOutput = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(npmOutput)
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
  process.stdout.write(
    `${join(out, filename)}: ${megabytes(size)}, ${megabytes(unpackedSize)} unpacked, ${entryCount} files\n`,
  )
}
