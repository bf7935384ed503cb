import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = mkdtempSync(join(tmpdir(), 'orch-release-'))
afterAll(() => rmSync(outDir, { recursive: true, force: true }))

interface Package {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}
const { name, version, dependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Package

// Time limit of a test that installs the packed packages.
const slowMs = 180_000

test('a release has the checksums of its files, and lists every dependency with its version', {
  timeout: slowMs,
}, () => {
  const { status, stderr } = spawnSync('sh', [join(root, 'ci/release/make.sh'), outDir], {
    env: { ...process.env, BUILT: '1' },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)

  const checksumLines = readFileSync(join(outDir, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  const expected = [`${name}-${version}.tgz`, 'sbom.cdx.json'].map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(outDir, file)))
      .digest('hex')
    return `${digest}  ${file}`
  })
  expect(checksumLines.toSorted()).toEqual(expected.toSorted())

  const bom = JSON.parse(readFileSync(join(outDir, 'sbom.cdx.json'), 'utf8')) as {
    readonly bomFormat: string
    readonly components: readonly { readonly purl: string }[]
  }
  const purls = bom.components.map(({ purl }) => decodeURIComponent(purl))
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(purls).toEqual(
    expect.arrayContaining(Object.entries(dependencies).map(([one, of]) => `pkg:npm/${one}@${of}`)),
  )
})

test('the release workflow runs the release, check and single-file commands, and only its release job can write', () => {
  interface Workflow {
    readonly permissions: object
    readonly jobs: Readonly<
      Record<string, { permissions: Readonly<Record<string, string>>; steps: readonly { run?: string }[] }>
    >
  }
  const { permissions, jobs } = parse(readFileSync(join(root, 'ci/release/workflow.yml'), 'utf8')) as Workflow
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

  expect(permissions).toEqual({})
  expect(lines).toContain('ci/release/make.sh release')
  expect(lines).toContain('npm run check')
  expect(lines.find((line) => line.startsWith('node ci/single-file/make.mjs release/'))).toBeDefined()
  const writingJobs = Object.entries(jobs).filter(([, { permissions: own }]) =>
    Object.values(own).includes('write'),
  )
  expect(writingJobs.map(([job]) => job)).toEqual(['release'])
})
