import { type FileValue, file } from '#harness/launch/flags.ts'
import type { WebhookAuthorizer } from '#mocks/webhook-authorizer/index.ts'
import type { ClientConfig } from '#mocks/webhook/index.ts'
import { currentCheck } from '#harness/check/context.ts'
import { entryOf } from '../tables/field-table.ts'
import { authorizationTable } from '../tables/authorization.ts'

/** The documented apiVersions of the kind. */
export type AuthorizationVersion = 'apiserver.config.orch.io/v1' | 'apiserver.orch.io/v1alpha1'

/** An AuthorizationConfiguration file, of version v1 unless told otherwise, in the documents' words. */
export function authorizationConfiguration(
  authorizers: readonly object[],
  apiVersion: AuthorizationVersion = 'apiserver.config.orch.io/v1',
): object {
  return { apiVersion, kind: 'AuthorizationConfiguration', authorizers }
}

/** A client configuration as a file beside the one that names it. */
export function clientConfigFile(name: string, config: ClientConfig): FileValue {
  // JSON is YAML too, and spelled by nobody: its words are not the documents'.
  return file(`${name}.client.yaml`, JSON.stringify(config), { verbatim: true })
}

/** An AuthorizerConfiguration of type Webhook. */
export interface WebhookEntry {
  readonly type: 'Webhook'
  readonly name: string
  readonly webhook: Readonly<Record<string, unknown>>
}

/** The entry that leads to a webhook, with every field; it is asked about everybody. */
export function webhookEntry(
  webhook: WebhookAuthorizer,
  config: ClientConfig = webhook.clientConfig(),
): WebhookEntry {
  return {
    type: 'Webhook',
    name: webhook.name,
    webhook: {
      ...entryOf(authorizationTable, 'WebhookConfiguration', 0),
      failurePolicy: currentCheck().open('failurePolicy.deny'),
      connectionInfo: { type: 'OrchConfig', orchConfigFile: clientConfigFile(webhook.name, config) },
      matchConditions: [],
    },
  }
}

/** A condition on the user's name, in CEL. */
export function userIs(test: string): string {
  return `${currentCheck().open('matchCondition.variable')}.user${test.startsWith('.') ? '' : ' '}${test}`
}
