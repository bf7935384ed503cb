import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { unspecified } = rulesOf({ overlaps: true })

const reloadFlag = '--encryption-provider-config-automatic-reload'

unspecified(
  'flag.encryption-provider-config-automatic-reload.without-file',
  flagRow(reloadFlag, 'without a file'),
  () => {
    says('Unspecified: the effect of following a file without a file.')
    test(
      {
        title: 'records whether a server starts with the flag but without a file',
        id: 'whether a server starts with it but without a file is recorded',
      },
      async () => {
        const { outcome } = await startOutcome({ flags: { [reloadFlag]: true } })
        currentCheck().observe('without a file', outcome)
        expect(outcome).not.toBe('hung')
      },
    )
  },
)
