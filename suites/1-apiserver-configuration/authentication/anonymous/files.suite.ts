import { accepts, refuses, rulesOf, says, seeing } from '#kit'
import type { Changes } from '../../../shared/configuration/apply-changes.ts'
import { anonymousFile } from '../../../shared/authentication/anonymous-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({ overlaps: true })

const files = configurationFile({ kind: 'authentication', base: anonymousFile })
const disabledChanges: Changes = { 'anonymous.enabled': false, 'anonymous.conditions': undefined }
const rowsAbout = (rows: readonly string[], aspect?: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows, ...(aspect && { aspect }) }) as const

must('authn.anonymous.file', rowsAbout(['anonymous'], 'alone'), () => {
  says('A file may configure anonymous access without jwt, on or off, and with conditions or without.')
  accepts('a file that configures anonymous only', async () => {
    await files.accepts()
  }).sees('second-anonymous-condition-refused')

  accepts('a file that turns anonymous off', async () => {
    await files.accepts(disabledChanges)
  }).sees('anonymous-disabled-in-file-refused')
})

must(
  'authn.anonymous.excludes-flag',
  { ...rowsAbout(['anonymous']), twin: 'authn.anonymous.file/accepts-a-file-that-turns-anonymous-off' },
  () => {
    says('Where anonymous is present, --anonymous-auth is not set, even where both turn it off.')
    refuses.for({
      true: seeing(['anonymous-flag-at-default-beside-file-accepted'], true),
      false: seeing(['anonymous-flag-false-beside-file-accepted'], false),
    })(
      {
        title: '--anonymous-auth=%s together with a file in which enabled is false',
        id: 'the flag as %s beside enabled false',
      },
      async (value) => {
        await files.refuses(disabledChanges, 'anonymous', { '--anonymous-auth': value })
      },
    )
  },
)
