import { currentCheck } from '#kit'
import { absentField, file, absentError, type VersionDifference } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { adminName } from '#harness/programs/credentials.ts'
import type { ClientConfig } from '#mocks/webhook/index.ts'
import type { WebhookAuthorizer, WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../shared/api-server.ts'
import {
  authorizationConfiguration,
  type WebhookEntry,
  webhookEntry,
  userNameCondition,
} from '../../shared/authorization/configuration.ts'
import {
  type CallerOptions,
  type JudgedCaller,
  judgedCaller,
  lastName,
} from '../../shared/authorization/judged-caller.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

/** Settings of a webhook of the chain that differ from the default settings. */
export interface AuthorizerSpec {
  /** Fields of WebhookConfiguration. */
  readonly fields?: () => Readonly<Record<string, unknown>>
  /** Match conditions. Each also excludes the users of other webhooks. */
  readonly conditions?: () => readonly string[]
  /** Client configuration, if it differs from the correct configuration. */
  readonly connect?: (webhook: WebhookAuthorizer) => ClientConfig | Promise<ClientConfig>
  /** Webhook of the same suite whose users this webhook is called for. */
  readonly usersOf?: string
}

/** Part of the shared chain that belongs to a suite. */
export interface AuthorizerChain<Name extends string> {
  server(): Promise<ApiServer>
  host(): Promise<WebhookAuthorizers>
  /** Returns the name of a webhook in the configuration. */
  nameOf(name: Name): string
  /** Returns a new user. For this user, only the named webhook and the last webhook of the chain are called. */
  caller(name: Name, options?: CallerOptions): Promise<JudgedCaller>
}

// Names that are first and last even if a server sorts the names.
const administrator = 'aa-administrator'

const declaredAuthorizers: {
  readonly suite: string
  readonly name: string
  readonly spec: AuthorizerSpec
}[] = []
const host = sharedAuthorizers()

// Server with the chain: a webhook for the administrator, the webhooks of the suites in their order, and a webhook that
// is called for every user.
const server = sharedServer(async () => {
  const webhookHost = await host()
  const authorizerEntries = await Promise.all(
    declaredAuthorizers
      // A field that the version lacks affects only the checks of its webhook.
      .filter(({ spec }) => missingFieldOf(spec) === undefined)
      .map(({ suite, name, spec }) => entryOf(webhookHost, suite, name, spec)),
  )
  const admin = withConditions(webhookEntry(webhookHost.webhook(administrator)), [
    userNameCondition(`== '${adminName}'`),
  ])
  const configuration = authorizationConfiguration([
    admin,
    ...authorizerEntries,
    webhookEntry(webhookHost.webhook(lastName)),
  ])
  return {
    peers: [webhookHost],
    flags: { '--authorization-config': file('authorization.yaml', configuration) },
  }
})

/**
 * Declares the webhooks of a suite in the chain of the server that the group shares.
 * @param suite prefix of the names of its webhooks
 */
export function chainOf<Name extends string>(
  suite: string,
  authorizers: Readonly<Record<Name, AuthorizerSpec>>,
): AuthorizerChain<Name> {
  for (const [name, spec] of Object.entries<AuthorizerSpec>(authorizers))
    declaredAuthorizers.push({ suite, name, spec })
  const entryName = (name: Name): string => `${suite}-${name}`
  return {
    server,
    host,
    nameOf: entryName,
    caller: async (name, options) => {
      const missingField = missingFieldOf(authorizers[name])
      if (missingField !== undefined) throw absentError(currentCheck().dialect, missingField)
      return judgedCaller(await server(), await host(), entryName(name), options)
    },
  }
}

function missingFieldOf({ fields }: AuthorizerSpec): VersionDifference | undefined {
  const { dialect } = currentCheck()
  return Object.entries(fields?.() ?? {})
    .map(([field, value]) => absentField(dialect, 'AuthorizationConfiguration', field, value))
    .find((lack) => lack !== undefined)
}

async function entryOf(
  host: WebhookAuthorizers,
  suite: string,
  name: string,
  spec: AuthorizerSpec,
): Promise<WebhookEntry> {
  const webhook = host.webhook(`${suite}-${name}`)
  const entry = webhookEntry(webhook, await spec.connect?.(webhook))
  const userCondition = userNameCondition(`.startsWith('${suite}-${spec.usersOf ?? name}.')`)
  // Each condition excludes the users of other webhooks, so that a fault in combining conditions does not admit them.
  const conditionList = spec.conditions?.() ?? []
  const conditions =
    conditionList.length === 0
      ? [userCondition]
      : conditionList.map((condition) => `${userCondition} && (${condition})`)
  return withConditions({ ...entry, webhook: { ...entry.webhook, ...spec.fields?.() } }, conditions)
}

/** Returns a CEL condition that holds for callers with a tag. */
export function tagCondition(tag: string): string {
  return userNameCondition(`.contains('.${tag}.')`)
}

/** Returns a CEL condition that holds for members of a group. */
export function groupCondition(group: string): string {
  return `'${group}' in ${currentCheck().open('matchCondition.variable')}.groups`
}

function withConditions(entry: WebhookEntry, expressions: readonly string[]): WebhookEntry {
  const matchConditions = expressions.map((expression) => ({ expression }))
  return { ...entry, webhook: { ...entry.webhook, matchConditions } }
}
