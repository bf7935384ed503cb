import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import type { Changes } from '../../fixtures/changed.ts'
import { anonymousFile } from './anonymous-file.ts'

const files = authenticationFiles(anonymousFile)
const off: Changes = { 'anonymous.enabled': false, 'anonymous.conditions': undefined }
const row = (name: string) => ({ document: 1, section: 'AuthenticationConfiguration', row: name }) as const

rule(
  {
    id: 'authn.anonymous.file',
    level: 'MUST',
    says: 'A file may configure anonymous access without jwt, on or off, and with conditions or without.',
    source: row('AuthenticationConfiguration.anonymous, alone'),
    overlaps: true,
    faults: {
      'second-anonymous-condition-refused': ['accepts a file that configures anonymous only'],
      'anonymous-disabled-in-file-refused': ['accepts a file that turns anonymous off'],
    },
  },
  () => {
    test('accepts a file that configures anonymous only', async () => {
      await files.accepts()
    })

    test('accepts a file that turns anonymous off', async () => {
      await files.accepts(off)
    })
  },
)

rule(
  {
    id: 'authn.anonymous.excludes-flag',
    level: 'MUST',
    says: 'Where anonymous is present, --anonymous-auth is not set, even where both turn it off.',
    source: row('AuthenticationConfiguration.anonymous'),
    twin: 'authn.anonymous.file/accepts-a-file-that-turns-anonymous-off',
    overlaps: true,
    faults: {
      'anonymous-flag-at-default-beside-file-accepted': ['refuses the flag as true beside enabled false'],
      'anonymous-flag-false-beside-file-accepted': ['refuses the flag as false beside enabled false'],
    },
  },
  () => {
    test.for({ true: true, false: false })('refuses the flag as %s beside enabled false', async (value) => {
      await files.refuses(off, 'anonymous', { '--anonymous-auth': value })
    })
  },
)
