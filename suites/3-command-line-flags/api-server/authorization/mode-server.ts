import type { ApiServer } from '#harness/programs/api-server.ts'
import { file, type FileValue, type Flags } from '#kit/launch.ts'
import type { WebhookAuthorizer, WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import {
  type CallerOptions,
  type JudgedCaller,
  judgedCaller,
} from '../../../shared/authorization/judged-caller.ts'

/** Server whose authorizers are chosen by flags, including a webhook that allows the administrator. */
export interface ModeServer {
  server(): Promise<ApiServer>
  webhook(): Promise<WebhookAuthorizer>
  /** Returns a new user for whom the webhook decides. */
  caller(options?: CallerOptions): Promise<JudgedCaller>
}

/**
 * Returns one server for all checks of a file, started by the first check that needs it; `name` is the name of its
 * webhook.
 */
export function modeServer(
  host: () => Promise<WebhookAuthorizers>,
  name: string,
  flags: () => Flags,
  connect: (webhook: WebhookAuthorizer) => FileValue = webhookFile,
): ModeServer {
  const webhook = async (): Promise<WebhookAuthorizer> => (await host()).webhook(name)
  const server = sharedServer(async () => ({
    peers: [await host()],
    flags: { '--authorization-webhook-config-file': connect(await webhook()), ...flags() },
  }))
  return {
    server,
    webhook,
    caller: async (options) => judgedCaller(await server(), await host(), name, options),
  }
}

/** Returns the client configuration of a webhook, for a flag. */
export function webhookFile(webhook: WebhookAuthorizer): FileValue {
  return clientConfigFile(webhook.name, webhook.clientConfig())
}

/** Returns a policy file of mode ABAC, with one line for each of the given specs. */
export function policyFile(...specs: readonly Readonly<Record<string, unknown>>[]): FileValue {
  return file('policy.jsonl', `${policyLines(specs)}\n`)
}

/** Returns the same file without the line break after the last line. */
export function policyFileWithoutLastBreak(
  ...specs: readonly Readonly<Record<string, unknown>>[]
): FileValue {
  return file('policy.jsonl', policyLines(specs))
}

function policyLines(specs: readonly Readonly<Record<string, unknown>>[]): string {
  const apiVersion = 'abac.authorization.orch.io/v1beta1'
  return specs.map((spec) => JSON.stringify({ apiVersion, kind: 'Policy', spec })).join('\n')
}
