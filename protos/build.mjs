// Generates TypeScript from the .proto files into protos/generated/. Does nothing if neither they nor the generators
// changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
const stamp = join(here, 'generated', '.made-from')

const madeFrom = fingerprint()
if (lastMadeFrom() !== madeFrom) {
  const { status, error } = spawnSync(
    process.execPath,
    [join(modules, '@bufbuild', 'buf', 'bin', 'buf'), 'generate'],
    {
      cwd: here,
      stdio: 'inherit',
      // buf searches this path for the plugin that buf.gen.yaml names.
      env: { ...process.env, PATH: `${join(modules, '.bin')}:${process.env.PATH}` },
    },
  )
  if (status !== 0) {
    process.stderr.write(`Cannot make TypeScript of protos/*.proto: ${error ?? 'buf says why above'}.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, madeFrom)
}

function fingerprint() {
  const hash = createHash('sha256')
  const sources = readdirSync(here, { recursive: true })
    .filter((name) => /\.(proto|yaml)$/.test(name))
    .map((name) => join(here, name))
  const generators = ['buf', 'protoc-gen-es'].map((name) => join(modules, '@bufbuild', name, 'package.json'))
  for (const path of [...sources.toSorted(), ...generators])
    hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

function lastMadeFrom() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
