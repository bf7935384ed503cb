import { credentials } from '#harness/programs/credentials.ts'
import { nowMs } from '#harness/clock.ts'
import { comesTrue, untilMoment } from '#harness/until.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { statusOf } from '../answers.ts'
import { sharedWorld } from '../world.ts'
import { knowingAlice, reviews } from './reviews.ts'

const ttlMs = 3_000
const slackMs = 1_000
/** What is asked for: something of which there is one permission only. */
export const path = '/metrics'

/** An agent that asks the API server about callers. */
export const asking = sharedWorld(() => ({
  prepareApi: (api) => api.answer(knowingAlice),
  flags: {
    '--anonymous-auth': true,
    '--authentication-token-webhook': true,
    '--authentication-token-webhook-cache-ttl': `${ttlMs}ms`,
    '--authorization-mode': 'Webhook',
    '--authorization-webhook-cache-authorized-ttl': `${ttlMs}ms`,
    '--authorization-webhook-cache-unauthorized-ttl': `${ttlMs}ms`,
  },
}))
/** One with usual flags. */
export const usual = sharedWorld(() => ({ prepareApi: (api) => api.answer(knowingAlice) }))

/** A certificate of a client that the agents' authority issued. */
export async function certificateOf(commonName: string) {
  const { authority } = await credentials(targetDialect())
  return authority.issue({ commonName, organizations: ['crew'], usage: 'client', hosts: [] })
}

/** How many reviews two equal questions lead to within a time for which answers count, and after it. */
export async function reviewsOf(
  resource: 'tokenreviews' | 'subjectaccessreviews',
  question: { readonly token?: string; readonly commonName?: string },
): Promise<{ readonly within: number; readonly after: number }> {
  const { agent, api } = await asking()
  const { token, commonName } = question
  const as = commonName === undefined ? 'none' : await certificateOf(commonName)
  const ask = () => statusOf(agent.ask(path, { as, ...(token && { token }) }))
  const count = () =>
    reviews(api, resource).filter((spec) =>
      token === undefined ? spec.user === commonName : spec.token === token,
    ).length
  await ask()
  const begun = nowMs()
  await ask()
  const within = count()
  await untilMoment(begun + ttlMs + slackMs, 'answers count no longer')
  await ask()
  await comesTrue(() => count() > within, slackMs)
  return { within, after: count() }
}
