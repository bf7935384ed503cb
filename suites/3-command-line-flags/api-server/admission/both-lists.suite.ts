import { currentCheck, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { unspecified } = rulesOf({ overlaps: true })

const enableFlag = '--enable-admission-plugins'
const disableFlag = '--disable-admission-plugins'

unspecified('flag.enable-admission-plugins.in-both-lists', flagRow(enableFlag, `with ${disableFlag}`), () => {
  says('What becomes of a plugin that is both enabled and disabled is open.')
  test(
    {
      title: 'records whether a server starts with a plugin in both lists',
      id: 'whether a server starts with a plugin in both lists is recorded',
    },
    async () => {
      const { outcome } = await startOutcome({
        flags: { [enableFlag]: 'Priority', [disableFlag]: 'Priority' },
      })
      currentCheck().observe('a plugin in both lists', outcome)
    },
  )
})
