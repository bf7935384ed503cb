import { becomesTrue, currentCheck } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file } from '#kit/launch.ts'
import { createSigningKey, startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { Authenticator as Trusting } from '../../shared/authentication/authenticator.ts'
import {
  authenticationConfiguration,
  type JwtAuthenticator,
  withIssuer,
} from '../../shared/authentication/configuration.ts'
import { splitBatch } from '../split-batch.ts'
import { mapConcurrently } from '../concurrently.ts'
import { connectIssuer } from './issuer-connection.ts'
import { deviationsOf } from './deviations.ts'
import { entryOf } from './file.ts'
import { accountFlags, mintOptionsOf, type OtherSigners } from './issuance.ts'
import type { JwtCase, TokenSpec, Verdict } from './model.ts'
import { isTrusted, verdictOfCase } from './oracle.ts'
import { type ServedEntry, serveDiscovery } from './serve-discovery.ts'
import { comparableVerdict, comparableUser } from './token-values.ts'

// Concurrency that keeps the server busy and fits one connection.
const casesAtOnce = 8

/** Sends the tokens of many cases to one server, whose file has an entry for each. */
export async function judgeTokens(cases: readonly JwtCase[]): Promise<readonly CaseResult[]> {
  const host = await startOidcHost()
  try {
    const names = uniqueNames(cases.map(({ authenticator }) => authenticator.issuer))
    const { dialect } = currentCheck()
    const places = await mapConcurrently(
      cases,
      casesAtOnce,
      async ({ authenticator, discovery, connection }, at) => {
        const { issuer, authority, isTried } = await connectIssuer(host, names[at] ?? '', connection)
        const entry = withIssuer(entryOf(authenticator, issuer, dialect), authority)
        const servedEntry = serveDiscovery(host, issuer, entry, discovery)
        const isDiscovered = (): boolean =>
          servedEntry.signer.journal.some(({ endpoint }) => endpoint === 'discovery')
        return { ...servedEntry, isTried: isTried ?? isDiscovered }
      },
    )
    const accounts = await createSigningKey('p256', 'service-accounts')
    const entries = places.map(({ entry }) => entry)
    // Untrusted issuers are last, so that a server has had time to discover them.
    const order = cases.map((_, at) => at).toSorted((a, b) => priority(cases[a]) - priority(cases[b]))
    let caseResults: readonly CaseResult[] | undefined
    const startResult = await startOutcome(
      {
        peers: [host],
        flags: {
          '--authentication-config': file(
            'authentication.yaml',
            authenticationConfiguration({ jwt: entries }),
          ),
          '--anonymous-auth': false,
          ...accountFlags(accounts),
        },
      },
      async (server) => {
        const authenticatorFixture = { server: async () => server as never, host: async () => host }
        const judgedResults: CaseResult[] = []
        await mapConcurrently(order, casesAtOnce, async (at) => {
          const [one, place] = [cases[at] as JwtCase, places[at] as TrackedEntry]
          judgedResults[at] = await judgeCase(
            one,
            new Trusting(names[at] ?? '', authenticatorFixture),
            { host, accounts },
            place,
          )
        })
        caseResults = judgedResults
      },
    )
    if (caseResults !== undefined) return caseResults
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return await splitBatch(cases, judgeTokens, {
      asked: withoutCertificate(entries[0]),
      expected: { outcome: 'ready' },
      actual,
    })
  } finally {
    await host.stop()
  }
}

/** Returns a unique name for each issuer: the drawn path, or a longer path for a duplicate. */
function uniqueNames(paths: readonly string[]): string[] {
  const names: string[] = []
  for (const path of paths) {
    let name = path
    for (let suffix = 2; names.includes(name); suffix++)
      name = `${path}${suffix % 2 === 0 ? '/' : '-'}${suffix}`
    names.push(name)
  }
  return names
}

function priority(testCase: JwtCase | undefined): number {
  return testCase === undefined || isTrusted(testCase) ? 0 : 1
}

// Longer than the start of a server that fetches all documents.
const discoversWithinMs = 5_000

/** An entry with its issuer, and a function that reports whether a server has connected to it. */
type TrackedEntry = ServedEntry & { readonly isTried: () => boolean }

async function judgeCase(
  testCase: JwtCase,
  trusting: Trusting,
  others: OtherSigners,
  { entry, signer, isTried }: TrackedEntry,
): Promise<CaseResult> {
  const { tokens, connection } = testCase
  if (!isTrusted(testCase)) await becomesTrue(isTried, discoversWithinMs)
  const issuer = await trusting.issuer()
  const disagreements: Disagreement[] = []
  const openResults: { what: string; value: unknown }[] = []
  const metDeviations = new Set<string>()
  const readings = deviationsOf[currentCheck().dialect.name] ?? []
  for (const token of tokens) {
    const { iss, ...rest } = await mintOptionsOf(token, issuer, signer, others)
    // Skips a token whose `iss` is the URL of another issuer, which other cases cover.
    if (token.iss !== 'same' && others.host.issuers.some(({ url }) => url === iss)) continue
    const claims = { ...rest.claims, iss }
    const mintedToken = await signer.mint(claims, rest.options)
    // Untrusted issuers are never known, so their tokens are presented without a wait.
    const { status, user } = await (isTrusted(testCase)
      ? trusting.whoAmI(mintedToken)
      : trusting.present(mintedToken))
    const actual = status === 201 && user !== undefined ? { user: comparableUser(user) } : 'refused'
    const verdict = verdictOfCase(testCase, token)
    const effectiveDeviations = readings.filter(
      (reading) => textOf(verdictOfCase(testCase, token, [reading])) !== textOf(verdict),
    )
    const expected =
      effectiveDeviations.length === 0 ? verdict : verdictOfCase(testCase, token, effectiveDeviations)
    for (const name of effectiveDeviations) metDeviations.add(name)
    if ('open' in expected)
      openResults.push({ what: expected.open, value: actual === 'refused' ? actual : 'accepted' })
    else if (textOf(expected) !== JSON.stringify(actual))
      disagreements.push({
        asked: {
          entry: withoutCertificate(entry),
          ...(connection && { connection }),
          claims,
          ...signedBy(token),
        },
        expected: comparableVerdict(expected),
        actual,
      })
  }
  const strayRequests = signer === issuer ? [] : issuer.journal.map(({ what }) => what)
  if (strayRequests.length > 0)
    disagreements.push({
      asked: { entry: withoutCertificate(entry), of: 'the issuer itself' },
      expected: 'nothing beside discoveryURL',
      actual: strayRequests,
    })
  return { disagreements, open: openResults, deviations: [...metDeviations] }
}

/** Returns the entry without its certificate, which is long. */
function withoutCertificate(entry: JwtAuthenticator | undefined): unknown {
  const { certificateAuthority: _, ...issuer } = entry?.issuer ?? {}
  return { ...entry, issuer }
}

function textOf(verdict: Verdict): string {
  return JSON.stringify(comparableVerdict(verdict))
}

function signedBy({ signature }: TokenSpec): Partial<Pick<TokenSpec, 'signature'>> {
  return signature === 'by the issuer' ? {} : { signature }
}
