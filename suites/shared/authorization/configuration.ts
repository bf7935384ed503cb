import { currentCheck } from '#kit'
import { file, type FileValue } from '#kit/launch.ts'
import type { WebhookAuthorizer } from '#mocks/webhook-authorizer/index.ts'
import type { ClientConfig } from '#mocks/webhook/index.ts'
import { entryValues } from '#documents/fields.ts'
import { authorizationTable } from '#documents/1/authorization.ts'

/** The documented apiVersions of the kind. */
export type AuthorizationVersion = 'apiserver.config.orch.io/v1' | 'apiserver.orch.io/v1alpha1'

/** Returns an AuthorizationConfiguration file in the documents' words, by default of version v1. */
export function authorizationConfiguration(
  authorizers: readonly object[],
  apiVersion: AuthorizationVersion = 'apiserver.config.orch.io/v1',
): object {
  return { apiVersion, kind: 'AuthorizationConfiguration', authorizers }
}

/** Returns a client configuration as a file next to the file that names it. */
export function clientConfigFile(name: string, config: ClientConfig): FileValue {
  // JSON is valid YAML. The dialect does not translate it, because it is not a file of the documents.
  return file(`${name}.client.yaml`, JSON.stringify(config), { verbatim: true })
}

/** An AuthorizerConfiguration of type Webhook. */
export interface WebhookEntry {
  readonly type: 'Webhook'
  readonly name: string
  readonly webhook: Readonly<Record<string, unknown>>
}

/** Returns the entry of a webhook, with every field. The server calls the webhook for every user. */
export function webhookEntry(
  webhook: WebhookAuthorizer,
  config: ClientConfig = webhook.clientConfig(),
): WebhookEntry {
  return {
    type: 'Webhook',
    name: webhook.name,
    webhook: {
      ...entryValues(authorizationTable, 'WebhookConfiguration', 0),
      failurePolicy: currentCheck().open('failurePolicy.deny'),
      connectionInfo: { type: 'OrchConfig', orchConfigFile: clientConfigFile(webhook.name, config) },
      matchConditions: [],
    },
  }
}

/** Returns a CEL condition on the user's name. */
export function userNameCondition(condition: string): string {
  return `${currentCheck().open('matchCondition.variable')}.user${condition.startsWith('.') ? '' : ' '}${condition}`
}
