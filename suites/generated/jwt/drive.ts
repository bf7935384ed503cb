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
import { accountFlags, issuance, type OtherSigners } from './issuance.ts'
import type { JwtCase, Token, Verdict } from './model.ts'
import { isTrusted, verdictOfCase } from './oracle.ts'
import { type ServedEntry, serveDiscovery } from './serve-discovery.ts'
import { comparableVerdict, comparableUser } from './token-values.ts'

// Enough to keep the server busy, and few enough for one connection.
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
        const place = serveDiscovery(host, issuer, entry, discovery)
        const isDiscovered = (): boolean =>
          place.signer.journal.some(({ endpoint }) => endpoint === 'discovery')
        return { ...place, isTried: isTried ?? isDiscovered }
      },
    )
    const accounts = await createSigningKey('p256', 'service-accounts')
    const entries = places.map(({ entry }) => entry)
    // Untrusted issuers come last, when a server has had the time to discover them.
    const order = cases.map((_, at) => at).toSorted((a, b) => lateness(cases[a]) - lateness(cases[b]))
    let all: readonly CaseResult[] | undefined
    const outcome = await startOutcome(
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
        const fixture = { server: async () => server as never, host: async () => host }
        const judged: CaseResult[] = []
        await mapConcurrently(order, casesAtOnce, async (at) => {
          const [one, place] = [cases[at] as JwtCase, places[at] as Tried]
          judged[at] = await judgeCase(one, new Trusting(names[at] ?? '', fixture), { host, accounts }, place)
        })
        all = judged
      },
    )
    if (all !== undefined) return all
    const actual = { outcome: outcome.outcome, stderr: outcome.stderr.trim().slice(-600) }
    return await splitBatch(cases, judgeTokens, {
      asked: brief(entries[0]),
      expected: { outcome: 'ready' },
      actual,
    })
  } finally {
    await host.stop()
  }
}

/** Returns a unique name for each issuer: the drawn path, or a longer one for a duplicate. */
function uniqueNames(paths: readonly string[]): string[] {
  const names: string[] = []
  for (const path of paths) {
    let name = path
    for (let at = 2; names.includes(name); at++) name = `${path}${at % 2 === 0 ? '/' : '-'}${at}`
    names.push(name)
  }
  return names
}

function lateness(one: JwtCase | undefined): number {
  return one === undefined || isTrusted(one) ? 0 : 1
}

// Longer than the start of a server that fetches all documents.
const discoversWithinMs = 5_000

/** An entry with its issuer, and a function that reports whether a server has connected to it. */
type Tried = ServedEntry & { readonly isTried: () => boolean }

async function judgeCase(
  one: JwtCase,
  trusting: Trusting,
  others: OtherSigners,
  { entry, signer, isTried }: Tried,
): Promise<CaseResult> {
  const { tokens, connection } = one
  if (!isTrusted(one)) await becomesTrue(isTried, discoversWithinMs)
  const issuer = await trusting.issuer()
  const disagreements: Disagreement[] = []
  const open: { what: string; value: unknown }[] = []
  const met = new Set<string>()
  const readings = deviationsOf[currentCheck().dialect.name] ?? []
  for (const token of tokens) {
    const { iss, ...rest } = await issuance(token, issuer, signer, others)
    // Another issuer can have that URL. Its token is then one of an unknown issuer, which other cases judge.
    if (token.iss !== 'same' && others.host.issuers.some(({ url }) => url === iss)) continue
    const claims = { ...rest.claims, iss }
    const minted = await signer.mint(claims, rest.options)
    // There is no wait for the discovery of an untrusted issuer.
    const { status, user } = await (isTrusted(one) ? trusting.whoAmI(minted) : trusting.present(minted))
    const actual = status === 201 && user !== undefined ? { user: comparableUser(user) } : 'refused'
    const verdict = verdictOfCase(one, token)
    const known = readings.filter(
      (reading) => textOf(verdictOfCase(one, token, [reading])) !== textOf(verdict),
    )
    const expected = known.length === 0 ? verdict : verdictOfCase(one, token, known)
    for (const name of known) met.add(name)
    if ('open' in expected)
      open.push({ what: expected.open, value: actual === 'refused' ? actual : 'accepted' })
    else if (textOf(expected) !== JSON.stringify(actual))
      disagreements.push({
        asked: { entry: brief(entry), ...(connection && { connection }), claims, ...signedBy(token) },
        expected: comparableVerdict(expected),
        actual,
      })
  }
  const strays = signer === issuer ? [] : issuer.journal.map(({ what }) => what)
  if (strays.length > 0)
    disagreements.push({
      asked: { entry: brief(entry), of: 'the issuer itself' },
      expected: 'nothing beside discoveryURL',
      actual: strays,
    })
  return { disagreements, open, deviations: [...met] }
}

/** Returns the entry without the certificate, which is long and not informative. */
function brief(entry: JwtAuthenticator | undefined): unknown {
  const { certificateAuthority: _, ...issuer } = entry?.issuer ?? {}
  return { ...entry, issuer }
}

function textOf(verdict: Verdict): string {
  return JSON.stringify(comparableVerdict(verdict))
}

function signedBy({ signature }: Token): Partial<Pick<Token, 'signature'>> {
  return signature === 'by the issuer' ? {} : { signature }
}
