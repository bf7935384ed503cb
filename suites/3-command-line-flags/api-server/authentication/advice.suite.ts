import { expect, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { helpOf } from '../../../shared/flags/help.ts'

const { should } = rulesOf({ judgedBy: 'text' })

// Advice of the documents that the help must contain.
const adviceByFlag = {
  '--requestheader-extra-headers-prefix': {
    name: 'advised',
    aspect: 'usual value',
    advice: 'X-Remote-Extra-',
  },
  '--requestheader-group-headers': { name: 'advised', aspect: 'usual value', advice: 'X-Remote-Group' },
  '--requestheader-uid-headers': { name: 'advised', aspect: 'usual value', advice: 'X-Remote-Uid' },
  '--requestheader-username-headers': { name: 'advised', aspect: 'usual value', advice: 'X-Remote-User' },
  '--service-account-issuer': { name: 'should-be-url', aspect: 'should be an https URL', advice: 'https' },
} as const

for (const [flag, { name, aspect, advice }] of Object.entries(adviceByFlag) as [
  keyof typeof adviceByFlag,
  (typeof adviceByFlag)[keyof typeof adviceByFlag],
][]) {
  const flagName = flag.slice(2)
  should(`flag.${flagName}.${name}`, flagRow(flag, aspect), () => {
    says(`The help of ${flag} contains the advice of its row: ${advice}.`)
    test({ title: `the help mentions ${advice}`, id: `the help speaks of ${advice}` }, async () => {
      expect((await helpOf('apiserver')).entry(flag)?.text).toContain(advice)
    }).sees(`help-advice-missing-${flagName}`)
  })
}
