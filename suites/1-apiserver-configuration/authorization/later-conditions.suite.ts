import { accepts, currentCheck, expect, refuses, rulesOf, says } from '#kit'
import { file } from '#kit/launch.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { startOutcome } from '../../shared/api-server.ts'
import {
  authorizationConfiguration,
  userNameCondition,
  webhookEntry,
} from '../../shared/authorization/configuration.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { reviewAccess } from './access-review.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthorizationConfiguration',
  overlaps: true,
  judgedBy: 'behaviour',
})

/** Positions of the condition under test in a list whose other conditions hold. */
const places = {
  'the second of two conditions': { at: 1, of: 2 },
  'the third of four conditions': { at: 2, of: 4 },
  'the last of three conditions': { at: 2, of: 3 },
} as const
interface ConditionPlace {
  readonly at: number
  readonly of: number
}

const host = sharedAuthorizers()
const trueCondition = () => userNameCondition(`.startsWith('of-')`)
let startCount = 0

/**
 * Starts a server, and requests the access of a user. Returns the number of reviews of that user that the webhook with
 * the conditions received, or `refused`.
 */
async function webhookCalls(conditions: readonly string[]): Promise<number | string> {
  currentCheck().needs('access-review')
  const peer = await host()
  const name = `later-${++startCount}`
  const user = `of-${name}`
  const entry = (webhook: string, expressions: readonly string[]) => {
    const webhookConfiguration = webhookEntry(peer.webhook(webhook))
    const matchConditions = expressions.map((expression) => ({ expression }))
    return { ...webhookConfiguration, webhook: { ...webhookConfiguration.webhook, matchConditions } }
  }
  const configuration = authorizationConfiguration([
    entry('administrator', [userNameCondition(`== '${adminName}'`)]),
    entry(name, conditions),
    entry('everyone', []),
  ])
  let callCount = 0
  const flags = { '--authorization-config': file('authorization.yaml', configuration) }
  const { outcome } = await startOutcome({ peers: [peer], flags }, async (server) => {
    await reviewAccess(server, user, { verb: 'get', resource: 'pods', namespace: 'default' })
    callCount = peer.webhook(name).about(user).journal.length
  })
  return outcome === 'ready' ? callCount : outcome
}

/** Returns a list of conditions that hold for the users of this file, with the given condition at a position. */
function conditionsWith({ at, of }: ConditionPlace, expression: string): string[] {
  return Array.from({ length: of }, (_, index) =>
    index === at ? expression : `${trueCondition()} && ${index} < 9`,
  )
}

const variable = () => currentCheck().open('matchCondition.variable')

must('authz.match-conditions.each-is-boolean', 'WebhookMatchCondition.expression', () => {
  says(
    'Each match condition evaluates to a boolean. Otherwise the file is refused or the webhook is not called.',
  )
  accepts(
    { title: 'four conditions that hold, and calls the webhook', id: 'four conditions that hold' },
    async () => {
      expect(await webhookCalls(conditionsWith({ at: 3, of: 4 }, trueCondition()))).toBe(1)
    },
  ).sees('exactly-one-match-condition-must-hold')

  refuses
    .for(places)(
      { title: 'requests or a file if %s yields a string', id: '%s, of a string' },
      async (place) => {
        expect(await webhookCalls(conditionsWith(place, `${variable()}.user`))).toBeOneOf(['refused', 0])
      },
    )
    .sees('later-match-conditions-unchecked')

  refuses
    .for(places)({ title: 'requests or a file if %s is not CEL', id: '%s, of no CEL' }, async (place) => {
      expect(await webhookCalls(conditionsWith(place, `${variable()}.user ==`))).toBeOneOf(['refused', 0])
    })
    .sees('later-match-conditions-unchecked')

  refuses
    .for(places)(
      {
        title: 'requests or a file if %s reads a field that the review lacks',
        id: '%s, of an unknown field',
      },
      async (place) => {
        expect(
          await webhookCalls(conditionsWith(place, `!${trueCondition()} || ${variable()}.time == 'now'`)),
        ).toBeOneOf(['refused', 0])
      },
    )
    .sees('later-match-conditions-unchecked')
})
