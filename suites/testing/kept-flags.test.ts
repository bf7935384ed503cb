import { expect, test } from 'vitest'
import { access } from '#documents/3/between/access.ts'
import { isKeepable } from '#harness/cli/targets/from-manifest.ts'

// Checks of the preflight and of most rules give these files.
const givenFlags = ['--authentication-config', '--authorization-config'] as const

test.for(givenFlags)('doctor keeps no flag of a manifest that %s excludes', (given) => {
  const excluded = access
    .filter(({ kind, from }) => kind === 'excludes' && from.some(({ row }) => row === given))
    .flatMap(({ to }) => to.map(({ row }) => row))

  expect(excluded.length).toBeGreaterThan(3)
  expect(excluded.filter((flag) => isKeepable(`${flag}=x`))).toEqual([])
})
