import { becomesTrue, HarnessError } from '#kit'
import { file } from '#kit/launch.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { auditPolicy, type PolicyRule } from '../../../../shared/audit/policy.ts'
import { type AuditedServer, auditedServer, countOf, freshPaths } from '../../../../shared/audit/fixture.ts'
import { Generator, generatedUsers } from './generated.ts'
import { type CaseRequest, caseUser, policyCases } from './policy-cases.ts'

const generator = new Generator(18)
const generatedRules: readonly PolicyRule[] = Array.from({ length: 200 }, () => generator.rule())
/** Requests of the generated users. */
export const generatedRequests = Array.from({ length: 500 }, () => generator.request())

/** Returns the rules of all cases. A rule without a user applies to the user of its case. */
function caseRules(): PolicyRule[] {
  return Object.entries(policyCases).flatMap(([name, { rules }]) =>
    rules.map((one) =>
      one.users === undefined && one.userGroups === undefined ? { ...one, users: [caseUser(name)] } : one,
    ),
  )
}

const maps = {
  verbs: ['create'],
  namespaces: ['default'],
  resources: [{ resources: ['configmaps'] }],
} as const
const watchSelector = { verbs: ['watch'], namespaces: ['default'] } as const

/** Policy of the server. Every rule has separate users, and most rules have separate paths or groups. */
export const policy = auditPolicy(
  [
    { level: 'Metadata', users: [adminName], nonResourceURLs: ['/audited/*'] },
    { level: 'RequestResponse', users: [adminName], ...maps },
    { level: 'Metadata', users: ['level-Metadata'], ...maps },
    { level: 'Request', users: ['level-Request'], ...maps },
    { level: 'RequestResponse', users: ['level-RequestResponse'], ...maps },
    { level: 'Request', users: ['managed-kept'], ...maps, omitManagedFields: false },
    { level: 'Request', users: ['managed-omitted'], ...maps },
    { level: 'Metadata', users: ['stages-omitted'], ...watchSelector, omitStages: ['RequestReceived'] },
    { level: 'Metadata', users: ['stages-kept'], ...watchSelector },
    ...caseRules(),
    ...generatedRules,
  ],
  { omitStages: ['ResponseStarted'], omitManagedFields: true },
)

// Users with separate rules.
const ownUsers = [
  'level-Metadata',
  'level-Request',
  'level-RequestResponse',
  'managed-kept',
  'managed-omitted',
  'stages-kept',
  'stages-omitted',
]
const users: Readonly<Record<string, readonly string[]>> = {
  ...generatedUsers,
  alice: ['crew', 'cooks'],
  bob: ['cooks'],
  ...Object.fromEntries(
    [...ownUsers, ...Object.keys(policyCases).map(caseUser)].map((name) => [name, ['somebody']]),
  ),
}
/** Returns the token of a user: its name with a suffix. */
export const tokenOf = (user: string): string => `${user}-token`
const tokens = Object.entries(users).map(
  ([name, groups]) => `${tokenOf(name)},${name},uid-${name},"${groups.join(',')}"\n`,
)

/** Server with the policy, and with truncation at the default size. */
export const policyServer = auditedServer(
  {
    '--token-auth-file': file('tokens.csv', tokens.join(''), { verbatim: true }),
    '--audit-webhook-mode': 'blocking',
    '--audit-log-truncate-enabled': true,
    '--audit-webhook-truncate-enabled': true,
  },
  policy,
)

let sentCount = 0

/** Sends a request as a user, and returns its unique URI. */
export async function sendAs(
  { server }: AuditedServer,
  user: string,
  { method, path }: Pick<CaseRequest, 'method' | 'path'>,
  body?: object,
): Promise<string> {
  const uri = `${path}${path.includes('?') ? '&' : '?'}sent=${++sentCount}`
  const { status, body: text } = await server.request({
    method,
    path: uri,
    token: tokenOf(user),
    ...(body && { body }),
  })
  if (status === 401)
    throw new HarnessError('untestable', `The token of ${user} is not taken: ${text.slice(0, 300)}`)
  return uri
}

const arrivedWithinMs = 10_000

/** Waits until all earlier requests are recorded: the event of a later request has arrived. */
export async function waitUntilRecorded({ server, log }: AuditedServer): Promise<void> {
  const [path = ''] = freshPaths(1)
  await server.request({ path })
  const isRecorded = await becomesTrue(() => countOf([path], log.events()) === 1, arrivedWithinMs)
  if (!isRecorded) throw new HarnessError('untestable', `The event of ${path} is not in the log.`)
}
