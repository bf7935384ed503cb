import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTarget } from './load.ts'

const targetText = `vendor: acme
deviations:
  - check: flag.event-ttl.help/*
    versions: { from: '1.33', before: '1.35' }
    reason: a patch
    link: https://acme.example/1
    answers: [1db57cb82dff2d96]
  - check: flag.audit-log-path.written/says
    crashes: true
    reason: another one
    link: https://acme.example/2
`

/** Returns the path of a target file whose vendor names a file with this text. */
function targetOf(text: string, vendor = './acme.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'))
  writeFileSync(join(folder, 'acme.yaml'), text)
  const target = join(folder, 'target.yaml')
  writeFileSync(
    target,
    `name: acme-server
dialect: kubernetes
vendor: ${vendor}
programs: { apiserver: { command: [acme] } }
deviations: [{ check: a/b, reason: own, link: x }]
`,
  )
  return target
}

test('the deviations of a vendor file are added to the deviations of the target', () => {
  expect(loadTarget(targetOf(targetText))).toMatchObject({
    vendor: 'acme',
    deviations: [
      { check: 'a/b' },
      {
        check: 'flag.event-ttl.help/*',
        versions: { from: '1.33', before: '1.35' },
        answers: ['1db57cb82dff2d96'],
      },
      { check: 'flag.audit-log-path.written/says', crashes: true },
    ],
  })
})

test('a vendor known to the dialects needs no file', () => {
  const { vendor, deviations } = loadTarget(targetOf(targetText, 'openshift'))

  expect(vendor).toBe('openshift')
  expect(deviations).toHaveLength(1)
})

test.for([
  ['no file', targetText, './none.yaml', 'none.yaml could not be read'],
  [
    'neither a vendor nor a path',
    targetText,
    'openshfit',
    'vendor is "openshfit". Valid: openshift, or the path',
  ],
  [
    'a wrong field',
    targetText.replace('reason: a', 'cause: a'),
    undefined,
    /acme\.yaml:\d+: deviations\.0 has no field cause/,
  ],
  [
    'no reason',
    targetText.replace('    reason: a patch\n', ''),
    undefined,
    'deviations.0 needs the field reason.',
  ],
  [
    'a version that is a number',
    targetText.replace("'1.33'", '1.33'),
    undefined,
    'versions.from should be of type string',
  ],
  [
    'an invalid version',
    targetText.replace("'1.33'", "'v1.33'"),
    undefined,
    'must be a minor version in quotes',
  ],
  [
    'an empty range of versions',
    targetText.replace("'1.33'", "'1.36'"),
    undefined,
    /acme\.yaml:4: .* from 1\.36 on and before 1\.35: there is no such version/,
  ],
  [
    'no vendor',
    targetText.replace('vendor: acme\n', ''),
    undefined,
    'the file of deviations needs the field vendor.',
  ],
] as const)('%s is reported as a mistake', ([, text, vendor, message]) => {
  expect(() => loadTarget(targetOf(text, vendor))).toThrow(message)
})
