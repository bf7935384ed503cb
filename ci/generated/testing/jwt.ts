import { orch } from '#harness/dialect/orch.ts'
import { AuthenticationError } from '../../../reference/apiserver/api/authenticator.ts'
import { checkClaimRules } from '../../../reference/apiserver/authentication/jwt/claim-rules.ts'
import { isIssuedBy, isAcceptedIssuer } from '../../../reference/apiserver/authentication/jwt/issuer-match.ts'
import { mapUser } from '../../../reference/apiserver/authentication/jwt/mapping.ts'
import type { JwtSettings } from '../../../reference/apiserver/authentication/jwt/settings.ts'
import { settingsFromFile } from '../../../reference/apiserver/authentication/jwt/settings-from-file.ts'
import { checkStandardClaims } from '../../../reference/apiserver/authentication/jwt/standard-claims.ts'
import { checkUserRules } from '../../../reference/apiserver/authentication/jwt/user-rules.ts'
import { entryOf } from '../../../suites/generated/jwt/file.ts'
import { issOf, timesFrom, comparableUser } from '../../../suites/generated/jwt/token-values.ts'
import type { JwtCase, TokenSpec } from '../../../suites/generated/jwt/model.ts'

const url = 'https://issuer.example/t'

/** Evaluates the tokens of a case with the functions of the reference. The signature is assumed to be valid. */
export async function evaluateByReference({ authenticator, tokens }: JwtCase): Promise<unknown[]> {
  const entry = entryOf(authenticator, { url, certificateAuthority: '' }, orch)
  const settings = settingsFromFile(entry as Parameters<typeof settingsFromFile>[0])
  const reviewedTokens: unknown[] = []
  for (const token of tokens) reviewedTokens.push(await userOf(token, settings))
  return reviewedTokens
}

async function userOf(token: TokenSpec, settings: JwtSettings): Promise<unknown> {
  const times = timesFrom(Math.floor(Date.now() / 1_000))
  const claims = { ...token.claims, iss: issOf(token.iss, url), exp: times[token.exp] }
  // Removes the claims that the token leaves out, which are `undefined` here.
  const presentClaims = JSON.parse(JSON.stringify(claims)) as Record<string, unknown>
  const { issuer, claimRules, username, userRules } = settings
  if (!isIssuedBy(presentClaims['iss'], issuer) && !isAcceptedIssuer(presentClaims['iss'], issuer))
    return 'refused'
  try {
    checkStandardClaims(presentClaims, issuer.audiences)
    await checkClaimRules(claimRules, presentClaims)
    const user = await mapUser(settings, presentClaims)
    await checkUserRules(userRules, user, 'prefix' in username ? username.prefix : '')
    return { user: comparableUser(user) }
  } catch (thrown) {
    if (thrown instanceof AuthenticationError) return 'refused'
    throw thrown
  }
}
