import { accepts, formerly, refuses, rulesOf, says } from '#kit'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { valueRules } from './rows.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

valueRules((flags) => () => expectAgentAccepted({ flags }))

must('agent.flag.volume-stats-agg-period.negative', flagRow('--volume-stats-agg-period', 'negative'), () => {
  says('A negative --volume-stats-agg-period, which disables the calculation, is accepted.')
  accepts('a period below zero', () =>
    expectAgentAccepted({ flags: { '--volume-stats-agg-period': '-1s' } }),
  ).sees('volume-stats-negative-refused')
})

must('agent.flag.image-gc-low-threshold.order', flagRow('--image-gc-low-threshold', 'order'), () => {
  says('The low threshold of image garbage collection is less than the high one.')
  const highThreshold = { '--image-gc-high-threshold': 70 }
  accepts({ title: 'a low threshold just below the high threshold', id: 'one that is just below' }, () =>
    expectAgentAccepted({ flags: { ...highThreshold, '--image-gc-low-threshold': 69 } }),
  )

  refuses
    .for({
      'a low threshold equal to the high threshold': formerly('one that is equal', 70),
      'a low threshold above the high threshold': formerly('one that is above', 71),
    })('%s', (low) =>
      expectAgentRefusal(
        { flags: { ...highThreshold, '--image-gc-low-threshold': low } },
        '--image-gc-low-threshold',
      ),
    )
    .sees('image-gc-thresholds-unordered')
})
