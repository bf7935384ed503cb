import { inTurn } from '#harness/check/rule.ts'
import type { VersionDifference } from '#harness/dialect/dialect.ts'
import { fieldLack, notThere } from '#harness/dialect/lacks.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { file } from '#harness/launch/flags.ts'
import type { ClientConfig } from '#mocks/webhook/index.ts'
import type { WebhookAuthorizer, WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../shared/api-server.ts'
import {
  authorizationConfiguration,
  type WebhookEntry,
  webhookEntry,
  userIs,
} from '../../shared/authorization/configuration.ts'
import { currentCheck } from '#harness/check/context.ts'
import {
  type CallerOptions,
  type JudgedCaller,
  judgedCaller,
  lastName,
} from '../../shared/authorization/judged-caller.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

/** What sets one webhook of the chain apart from a plain one. */
export interface AuthorizerSpec {
  /** Fields of WebhookConfiguration. */
  readonly fields?: () => Readonly<Record<string, unknown>>
  /** Match conditions; each also keeps the users of other webhooks away. */
  readonly conditions?: () => readonly string[]
  /** Its client configuration, when it is not the honest one. */
  readonly connect?: (webhook: WebhookAuthorizer) => ClientConfig | Promise<ClientConfig>
  /** The webhook of the same subject whose users this one is asked about. */
  readonly usersOf?: string
}

/** A subject's part of the shared chain. */
export interface Chain<Name extends string> {
  server(): Promise<ApiServer>
  host(): Promise<WebhookAuthorizers>
  /** A webhook's name in the configuration. */
  named(name: Name): string
  /** Somebody new, about whom only the named webhook is asked, and the last one of the chain after it. */
  caller(name: Name, options?: CallerOptions): Promise<JudgedCaller>
}

export interface ChainSubject {
  readonly authorizers: Readonly<Record<string, AuthorizerSpec>>
  readonly rules: (chain: Chain<string>) => void
}

/** Declares a subject; its webhooks share one server's chain with those of other subjects. */
export function chainSubject<Name extends string>(
  authorizers: Readonly<Record<Name, AuthorizerSpec>>,
  rules: (chain: Chain<Name>) => void,
): ChainSubject {
  return { authorizers, rules: rules as ChainSubject['rules'] }
}

// The names keep both ends where they are even in an order of names.
const administrator = 'aa-administrator'

/**
 * Judges subjects on one chain: a webhook for the administrator, theirs in the given order, and one that sees everybody.
 * @param waiting subjects whose rules overlap, because their checks wait
 * @param others judged one after the other meanwhile
 */
export function shareChain(
  waiting: Readonly<Record<string, ChainSubject>>,
  others: Readonly<Record<string, ChainSubject>>,
): void {
  const subjects = { ...waiting, ...others }
  const host = sharedAuthorizers()
  const server = sharedServer(async () => {
    const running = await host()
    const chain = await Promise.all(
      Object.entries(subjects).flatMap(([subject, { authorizers }]) =>
        Object.entries(authorizers)
          // A field that the version lacks costs the checks of its webhook alone.
          .filter(([, spec]) => lackOf(spec) === undefined)
          .map(([name, spec]) => entryOf(running, subject, name, spec)),
      ),
    )
    const admin = conditioned(webhookEntry(running.webhook(administrator)), [userIs(`== '${adminName}'`)])
    const configuration = authorizationConfiguration([
      admin,
      ...chain,
      webhookEntry(running.webhook(lastName)),
    ])
    return {
      peers: [running],
      flags: { '--authorization-config': file('authorization.yaml', configuration) },
    }
  })
  const declare = (some: Readonly<Record<string, ChainSubject>>): void => {
    for (const [subject, { authorizers, rules }] of Object.entries(some)) {
      const named = (name: string): string => `${subject}-${name}`
      rules({
        server,
        host,
        named,
        caller: async (name, options) => {
          const lack = lackOf(authorizers[name] ?? {})
          if (lack !== undefined) throw notThere(currentCheck().dialect, lack)
          return judgedCaller(await server(), await host(), named(name), options)
        },
      })
    }
  }
  declare(waiting)
  inTurn(() => declare(others))
}

function lackOf({ fields }: AuthorizerSpec): VersionDifference | undefined {
  const { dialect } = currentCheck()
  return Object.entries(fields?.() ?? {})
    .map(([field, value]) => fieldLack(dialect, 'AuthorizationConfiguration', field, value))
    .find((lack) => lack !== undefined)
}

async function entryOf(
  host: WebhookAuthorizers,
  subject: string,
  name: string,
  spec: AuthorizerSpec,
): Promise<WebhookEntry> {
  const webhook = host.webhook(`${subject}-${name}`)
  const entry = webhookEntry(webhook, await spec.connect?.(webhook))
  const users = userIs(`.startsWith('${subject}-${spec.usersOf ?? name}.')`)
  // Each condition keeps the users of other webhooks away by itself, so that no fault in joining them lets them in.
  const own = spec.conditions?.() ?? []
  const conditions = own.length === 0 ? [users] : own.map((condition) => `${users} && (${condition})`)
  return conditioned({ ...entry, webhook: { ...entry.webhook, ...spec.fields?.() } }, conditions)
}

/** A condition that holds for callers with a tag, in CEL. */
export function tagged(tag: string): string {
  return userIs(`.contains('.${tag}.')`)
}

/** A condition that holds for members of a group, in CEL. */
export function inGroup(group: string): string {
  return `'${group}' in ${currentCheck().open('matchCondition.variable')}.groups`
}

function conditioned(entry: WebhookEntry, expressions: readonly string[]): WebhookEntry {
  const matchConditions = expressions.map((expression) => ({ expression }))
  return { ...entry, webhook: { ...entry.webhook, matchConditions } }
}
