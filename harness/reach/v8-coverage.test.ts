import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { ReachTable } from './table.ts'
import { V8Coverage } from './v8-coverage.ts'

const folder = mkdtempSync(join(tmpdir(), 'v8-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const source = `interface Options { readonly much: boolean }

function amount({ much }: Options): number {
  if (much) {
    return 2
  }
  return 1
}

console.log(amount({ much: process.argv.includes('much') }))
`
const sourceFile = join(folder, 'amount.ts')
writeFileSync(sourceFile, source)

/** Records two starts of the script; the second takes the branch. */
function recordingOf(script: string): Record<string, unknown> {
  const table = new ReachTable(2)
  const coverage = new V8Coverage()
  for (const [start, argument] of ['little', 'much'].entries()) {
    const records = join(folder, `${script}-${start}`)
    spawnSync(process.execPath, [join(folder, script), argument], { env: { NODE_V8_COVERAGE: records } })
    for (const name of readdirSync(records)) coverage.add(join(records, name), start, table)
  }
  const { sets, files } = table.written([[0], [1]])
  const [parts = []] = Object.entries(files).flatMap(([file, its]) =>
    /amount|plain/.test(file) ? [its] : [],
  )
  return Object.fromEntries(parts.map(([lines, set]) => [sets[Number(set)], lines]))
}

test.for(['inline', 'linked', 'external'] as const)(
  'the coverage of a bundle with a source map (%s) has the lines of the source',
  (sourcemap) => {
    const script = `${sourcemap}.cjs`
    buildSync({
      entryPoints: [sourceFile],
      outfile: join(folder, script),
      bundle: true,
      minify: true,
      sourcemap,
      platform: 'node',
    })

    expect(recordingOf(script)).toEqual({ '0': '7', '0-1': '3-4,8,10', '1': '5' })
  },
)

test('the coverage of a script without a source map has the lines of the script', () => {
  writeFileSync(
    join(folder, 'plain.cjs'),
    source.replace(/^interface.*$/m, '').replace(/: Options|: number/g, ''),
  )

  expect(recordingOf('plain.cjs')).toEqual({ '0': '7', '0-1': '3-4,8,10', '1': '5-6' })
})
