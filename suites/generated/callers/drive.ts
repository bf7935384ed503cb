import type { CaseResult, Disagreement } from '#kit/generate.ts'
import { HarnessError } from '#kit'
import { file } from '#kit/launch.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { isUnauthenticated, type UserInfo, whoAmI } from '#harness/programs/reviews.ts'
import { startTokenWebhooks } from '#mocks/token-webhook/index.ts'
import { uidGate } from '../../3-command-line-flags/api-server/request-headers/fixture.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { clientConfigFile } from '../../shared/authorization/configuration.ts'
import { mapConcurrently } from '../concurrently.ts'
import { splitBatch } from '../split-batch.ts'
import { Http2Connections } from './http2-connections.ts'
import { type Certificates, createCertificates } from './certificates.ts'
import {
  type CallerCase,
  fileTokens,
  type HeaderFlags,
  headerFlags,
  type Request,
  webhookTokens,
} from './model.ts'
import { type Identity, unauthenticated, permittedIdentities } from './oracle.ts'

const casesAtOnce = 4

/** Sends the requests of the cases to one server for each set of flags. */
export async function judgeCallers(cases: readonly CallerCase[]): Promise<readonly CaseResult[]> {
  const certificates = await createCertificates()
  const resultsByCase = new Map<CallerCase, CaseResult>()
  for (const flags of new Set(cases.map((testCase) => testCase.flags))) {
    const casesOfServer = cases.filter((testCase) => testCase.flags === flags)
    const results = await judgeOnOneServer(casesOfServer, headerFlags[flags], certificates)
    for (const [at, testCase] of casesOfServer.entries())
      resultsByCase.set(testCase, results[at] as CaseResult)
  }
  return cases.map((testCase) => resultsByCase.get(testCase) as CaseResult)
}

/** Reduces a case to the request with the disagreement. */
export function focusCase(testCase: CallerCase, { asked: input }: Disagreement): CallerCase | undefined {
  const { request } = input as { readonly request?: Request }
  return request && { ...testCase, requests: [request] }
}

async function judgeOnOneServer(
  cases: readonly CallerCase[],
  flags: HeaderFlags,
  certificates: Certificates,
): Promise<readonly CaseResult[]> {
  const webhooks = await startTokenWebhooks({ tokens: webhookTokens })
  try {
    let results: readonly CaseResult[] | undefined
    const spec = {
      peers: [webhooks],
      flags: {
        ...valuesOfFlags(flags),
        ...certificates.flags,
        '--token-auth-file': file('tokens.csv', tokenLines(), { verbatim: true }),
        '--authentication-token-webhook-config-file': clientConfigFile(
          'tokens',
          webhooks.webhook('tokens').clientConfig(),
        ),
        '--authentication-token-webhook-version': 'v1',
        '--anonymous-auth': false,
      },
    } as const
    const start = await startOutcome(spec, async (server) => {
      results = await mapConcurrently(cases, casesAtOnce, (testCase) =>
        judgeCase(testCase, server as ApiServer, certificates),
      )
    })
    if (results !== undefined) return results
    return await splitBatch(cases, (half) => judgeOnOneServer(half, flags, certificates), {
      asked: flags,
      expected: { outcome: 'ready' },
      actual: { outcome: start.outcome, stderr: start.stderr.trim().slice(-600) },
    })
  } finally {
    await webhooks.stop()
  }
}

function valuesOfFlags({ allowedNames, usernames, groups, uids, extraPrefixes }: HeaderFlags) {
  return {
    ...(allowedNames.length > 0 && { '--requestheader-allowed-names': allowedNames.join(',') }),
    '--requestheader-username-headers': usernames.join(','),
    ...(groups.length > 0 && { '--requestheader-group-headers': groups.join(',') }),
    ...(uids.length > 0 && {
      '--requestheader-uid-headers': uids.join(','),
      '--feature-gates': `${uidGate}=true`,
    }),
    ...(extraPrefixes.length > 0 && { '--requestheader-extra-headers-prefix': extraPrefixes.join(',') }),
  }
}

function tokenLines(): string {
  return Object.entries(fileTokens)
    .map(([token, { username, uid, groups }]) => `${token},${username},${uid},"${groups.join(',')}"\n`)
    .join('')
}

/** Sends the requests of a case one after the other, until the identity of one is not permitted. */
async function judgeCase(
  { flags, protocol, requests }: CallerCase,
  server: ApiServer,
  certificates: Certificates,
): Promise<CaseResult> {
  const connections = new Http2Connections(server)
  try {
    for (const [index, request] of requests.entries()) {
      const pair = certificates.pairOf(request, server)
      const actual = await identityOf(request, pair, server, protocol === 'HTTP/2' ? connections : undefined)
      const permitted = permittedIdentities(flags, request)
      if (permitted.some((identity) => isSameIdentity(identity, actual))) continue
      const expected = permitted.length === 1 ? permitted[0] : { oneOf: permitted }
      return {
        disagreements: [{ asked: { flags: headerFlags[flags], protocol, request, index }, expected, actual }],
      }
    }
    return { disagreements: [] }
  } finally {
    connections.close()
  }
}

async function identityOf(
  { headers, token }: Request,
  pair: KeyPair | undefined,
  server: ApiServer,
  connections: Http2Connections | undefined,
): Promise<Identity> {
  const caller = {
    as: pair ?? ('none' as const),
    headers: Object.fromEntries(headers),
    ...(token !== undefined && { token }),
  }
  const answer = await whoAmI(
    server,
    caller,
    connections === undefined ? undefined : (request) => connections.send(request, pair),
  )
  if (isUnauthenticated(answer)) return unauthenticated
  const { status, user } = answer
  if (user === undefined)
    throw new HarnessError('untestable', `The review of the caller answered ${status} and names no user.`)
  return identityFrom(user)
}

/** Returns the parts of an identity that are compared. */
function identityFrom({ username, groups = [], uid = '', extra = {} }: UserInfo): Identity {
  const ownGroups = groups.filter((group) => group !== 'system:authenticated')
  return {
    username,
    groups: [...new Set(ownGroups)].toSorted(),
    uid,
    extra: Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [key.toLowerCase(), values.toSorted()]),
    ),
  }
}

/** Reports whether an identity has all specified parts. */
function isSameIdentity(expected: Identity, actual: Identity): boolean {
  const parts = Object.keys(expected) as (keyof Identity)[]
  return parts.every((part) => inOrder(expected[part]) === inOrder(actual[part]))
}

function inOrder(part: Identity[keyof Identity]): string {
  if (typeof part !== 'object' || Array.isArray(part)) return JSON.stringify(part)
  return JSON.stringify(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
