import { currentCheck } from '#kit'
import type { WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { configurationKinds } from '../configuration/kinds.ts'
import { entryValues, refusalsOf } from '#documents/fields.ts'
import { authorizationConfiguration, userNameCondition, webhookEntry } from './configuration.ts'
import { authorizationTable } from '#documents/1/authorization.ts'

/** Control check of every variant of the complete file. */
export const completeTwin = configurationKinds.authorization.complete

/** The faults that refuse a legal part of the complete file. */
export const refusals = ['second-authorizer-refused', ...refusalsOf(authorizationTable)]

const maxConditions = 64

/** Returns distinct conditions that are true for every user. */
export function conditions(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    expression: userNameCondition(`!= 'nobody-${index}'`),
  }))
}

/** Returns a file that uses every field, up to its limits. Variants change the first entry. */
export function completeFile(host: WebhookAuthorizers): object {
  const entry = (at: number, matchConditions: readonly object[]) => {
    const { name } = entryValues(authorizationTable, 'AuthorizerConfiguration', at)
    const { webhook, ...rest } = webhookEntry(host.webhook(String(name)))
    return {
      ...rest,
      webhook: {
        ...webhook,
        ...entryValues(authorizationTable, 'WebhookConfiguration', at),
        matchConditions,
      },
    }
  }
  const secondEntry = entry(1, conditions(maxConditions))
  return authorizationConfiguration([
    entry(0, conditions(1)),
    {
      ...secondEntry,
      webhook: { ...secondEntry.webhook, failurePolicy: currentCheck().open('failurePolicy.noOpinion') },
    },
    entry(2, []),
  ])
}
