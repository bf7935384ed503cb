import { accepts, refuses, rulesOf, says } from '#kit'
import { expectAccepted, expectRefusal } from '#suites/shared/api-server.ts'

const { must } = rulesOf({ document: 3, section: 'API Server Flags' })

must('first-check.goaway-chance', '--goaway-chance', () => {
  says('--goaway-chance is at most 0.02.')

  // The control check differs from the refusal in one thing, the value.
  accepts('0.02', async () => {
    await expectAccepted({ flags: { '--goaway-chance': '0.02' } })
  })

  refuses('0.03', async () => {
    await expectRefusal({ flags: { '--goaway-chance': '0.03' } }, 'goaway-chance')
  })
})
