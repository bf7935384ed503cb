import { becomesTrue, HarnessError } from '#kit'
import type { CaseResult } from '#kit/generate.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../../3-command-line-flags/api-server/identity.ts'
import {
  keys,
  minimalFlags,
  severalKeyFiles,
} from '../../3-command-line-flags/api-server/service-accounts/fixture.ts'
import {
  decodeToken,
  issueToken,
  secretOf,
  serviceAccount,
  signClaims,
} from '../../3-command-line-flags/api-server/service-accounts/service-accounts.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { mapConcurrently } from '../concurrently.ts'
import { splitBatch } from '../split-batch.ts'
import { type AccountCase, listedAudiences, listedIssuers, type ObjectState } from './model.ts'
import { isAccepted } from './oracle.ts'

const casesAtOnce = 4
const secondsPerHour = 3_600
// Servers that watch accounts observe a deletion a moment later.
const noticedWithinMs = 5_000

/** Presents the tokens of the cases to one server with several issuers, audiences and files of keys. */
export async function judgeAccounts(cases: readonly AccountCase[]): Promise<readonly CaseResult[]> {
  const flags = {
    ...minimalFlags,
    ...severalKeyFiles(),
    '--service-account-issuer': listedIssuers,
    '--api-audiences': listedAudiences.join(','),
  }
  let results: readonly CaseResult[] | undefined
  const start = await startOutcome({ flags }, async (server) => {
    results = await mapConcurrently(cases, casesAtOnce, (testCase) =>
      judgeCase(testCase, server as ApiServer),
    )
  })
  if (results !== undefined) return results
  return await splitBatch(cases, judgeAccounts, {
    asked: flags,
    expected: { outcome: 'ready' },
    actual: { outcome: start.outcome, stderr: start.stderr.trim().slice(-600) },
  })
}

async function judgeCase(testCase: AccountCase, server: ApiServer): Promise<CaseResult> {
  const account = await serviceAccount(server)
  const secret = testCase.secret && (await secretOf(server, account))
  const { token } = await issueToken(server, account, {
    audiences: testCase.audiences,
    ...(secret && { boundObjectRef: secret.reference }),
  })
  await bringAbout(server, account.path, testCase.account, () => serviceAccount(server, account.name))
  if (secret) await bringAbout(server, secret.path, testCase.secret, () => secretOf(server, account))
  const expected = isAccepted(testCase)
  const present = async (): Promise<boolean> => {
    const changedToken = withChanges(token, testCase)
    return (await identity(server, { token: changedToken })) !== 'nobody'
  }
  const actual = expected
    ? await present()
    : !(await becomesTrue(async () => !(await present()), noticedWithinMs))
  if (actual === expected) return { disagreements: [] }
  return { disagreements: [{ asked: testCase, expected: resultText(expected), actual: resultText(actual) }] }
}

const resultText = (isTokenAccepted: boolean): string => (isTokenAccepted ? 'accepted' : 'rejected')

/** Deletes an object, or replaces it with an object of the same name. */
async function bringAbout(
  server: ApiServer,
  path: string,
  state: ObjectState | undefined,
  createAgain: () => Promise<unknown>,
): Promise<void> {
  if (state === undefined || state === 'present') return
  const { status, body } = await server.request({ method: 'DELETE', path })
  if (status !== 200)
    throw new HarnessError('untestable', `DELETE ${path} answered ${status}: ${body.slice(0, 300)}`)
  if (state === 'created again') await createAgain()
}

/** Returns an issued token with the parts of the case, different each time, because a server may cache its result. */
function withChanges(
  issuedToken: string,
  { signer, issuer, hasExpired, isSignatureIntact }: AccountCase,
): string {
  const { claims } = decodeToken(issuedToken)
  const hoursPast = hasExpired ? 2 * secondsPerHour : 0
  const token = signClaims(
    {
      ...claims,
      iss: issuer,
      jti: `token-${++presentedTokens}`,
      iat: claims.iat - hoursPast,
      nbf: claims.iat - hoursPast,
      exp: claims.iat - hoursPast + secondsPerHour,
    },
    keys[signer].privateKey,
  )
  return isSignatureIntact ? token : withChangedSignature(token)
}

let presentedTokens = 0

function withChangedSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1
  const changed = token[at] === 'A' ? 'B' : 'A'
  return `${token.slice(0, at)}${changed}${token.slice(at + 1)}`
}
