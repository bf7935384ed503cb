import { file } from '#kit/launch.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'
import {
  authorizationConfiguration,
  type WebhookEntry,
  webhookEntry,
} from '../../shared/authorization/configuration.ts'
import { lastName } from '../../shared/authorization/judged-caller.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

/** Returns the key of the extra attribute for the value with this name. */
export const extraKey = (name: string): string => `example.org/${name}`

/** Returns match conditions, given the name of the review variable. */
export type Conditions = (request: string) => readonly string[]

// This name is the first even if a server sorts the names.
const administrator = 'aa-administrator'
const conditionedWebhooks: { readonly name: string; readonly conditions: Conditions }[] = []

/** Webhooks with match conditions on the server that the suites of this group share. */
export const webhooks = sharedAuthorizers()

/** Server that the suites of this group share. Its authenticators and its chain of authorizers have expressions. */
export const servers = new AuthenticatorServers({
  extraSpec: async () => {
    const request = targetDialect().open['matchCondition.variable']
    if (request === undefined) return {}
    const host = await webhooks()
    const entry = (name: string, conditions: readonly string[]): WebhookEntry => {
      const webhookConfiguration = webhookEntry(host.webhook(name))
      const matchConditions = conditions.map((expression) => ({ expression }))
      return { ...webhookConfiguration, webhook: { ...webhookConfiguration.webhook, matchConditions } }
    }
    const webhookChain = conditionedWebhooks.map(({ name, conditions }) =>
      entry(
        name,
        conditions(request).map(
          (condition) => `${request}.user.startsWith('${userPrefix(name)}') && (${condition})`,
        ),
      ),
    )
    const configuration = authorizationConfiguration([
      entry(administrator, [`${request}.user == '${adminName}'`]),
      ...webhookChain,
      entry(lastName, []),
    ])
    return { peers: [host], flags: { '--authorization-config': file('authorization.yaml', configuration) } }
  },
})

/** Declares a webhook that receives the reviews of its users if the conditions hold. */
export function conditionedWebhook(name: string, conditions: Conditions): string {
  conditionedWebhooks.push({ name, conditions })
  return name
}

/** Returns the prefix of the user names of a webhook. */
export function userPrefix(webhook: string): string {
  return `${webhook}.user-`
}
