import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Packed {
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
// Programs, rules and peers, half a megabyte of declarations, and the interfaces over gRPC.
const mostBytes = 8_500_000
const npmMs = 60_000

const packed = (): Packed => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(said) as Packed[])[0] as Packed
}

/** The first two folders of a path. */
const place = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'

test(
  'the package holds what its users need, in less than 8.5 MB',
  () => {
    const { unpackedSize, files } = packed()
    const paths = files.map(({ path }) => path)
    const largest = files
      .toSorted((a, b) => b.size - a.size)
      .slice(0, 20)
      .map(({ path, size }) => `${path} ${size}`)

    expect([...new Set(paths.map(place))].toSorted()).toEqual([
      '.',
      'ci',
      'ci/air-gap',
      'ci/github',
      'ci/gitlab',
      'ci/kubernetes',
      'dist',
      'dist/api',
      'dist/bin',
      'dist/harness',
      'dist/mocks',
      'dist/protos',
      'dist/reference',
      'dist/reports',
      'dist/suites',
      'docs',
      'docs/commands',
      'docs/decisions',
      'docs/example',
      'protos',
      'protos/container-runtime',
      'protos/etcd',
      'protos/kms',
      'schemas',
    ])
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'ci/github/action.yml',
        'dist/api/peers/oidc-issuer.d.ts',
        'dist/bin/orch-conformance.js',
        'dist/reference/orch-apiserver.js',
        'dist/reports/html/page.js',
        'dist/standard.json',
        'dist/suites/catalogue.json.gz',
        'docs/quick-start.md',
        'protos/kms/v2.proto',
        'schemas/target.schema.json',
      ]),
    )
    // Maps without their sources, tests and what they are made of, and what only a build uses.
    expect(
      paths
        .filter((path) => !path.startsWith('docs/example/'))
        .filter((path) => /\.map$|\.test\.|test-support|(^|\/)testing\/|^dist\/ci\//.test(path)),
    ).toEqual([])
    expect(unpackedSize, largest.join('\n')).toBeLessThan(mostBytes)
  },
  npmMs,
)
