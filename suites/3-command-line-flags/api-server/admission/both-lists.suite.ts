import { currentCheck, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { unspecified } = rulesOf({ overlaps: true })

const enable = '--enable-admission-plugins'
const disable = '--disable-admission-plugins'

unspecified('flag.enable-admission-plugins.in-both-lists', flagRow(enable, `with ${disable}`), () => {
  says('What becomes of a plugin that is both enabled and disabled is open.')
  test(
    {
      title: 'records whether a server starts with a plugin in both lists',
      id: 'whether a server starts with a plugin in both lists is recorded',
    },
    async () => {
      const { outcome } = await startOutcome({ flags: { [enable]: 'Priority', [disable]: 'Priority' } })
      currentCheck().observe('a plugin in both lists', outcome)
    },
  )
})
