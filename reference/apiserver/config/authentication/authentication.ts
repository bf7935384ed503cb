import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import { fault } from '../../../quirks/quirks.ts'
import { type AuthenticationConfig, type JwtConfig, authenticationFields } from './fields.ts'
import { validateIssuer } from './issuer.ts'
import { validateMappings } from './mappings.ts'
import { validateClaimRules, validateUserRules } from './rules.ts'

/** Reader of the file of `--authentication-config`. */
export const authenticationKind: KindReader<typeof authenticationFields> = {
  kind: 'AuthenticationConfiguration',
  fields: authenticationFields,
  validate: validateAuthentication,
}

/** Applies the rules of document 1 to an AuthenticationConfiguration. */
async function validateAuthentication(
  { jwt, anonymous }: AuthenticationConfig,
  problems: Problems,
): Promise<void> {
  const isEmpty = jwt === undefined && anonymous === undefined
  problems.require(!isEmpty, 'jwt', 'required', 'jwt-missing-accepted')
  for (const [index, entry] of (jwt ?? []).entries()) {
    const earlierEntries = (jwt ?? []).slice(0, index)
    // Sequential: problems are reported in the order of the file.
    await validateEntry(entry, earlierEntries, `jwt[${index}]`, problems)
  }
}

async function validateEntry(
  { issuer, claimMappings, claimValidationRules, userValidationRules }: JwtConfig,
  earlierEntries: readonly JwtConfig[],
  path: string,
  problems: Problems,
): Promise<void> {
  if (issuer !== undefined) {
    const earlierIssuers = earlierEntries.flatMap((entry) => entry.issuer ?? [])
    const hasDistantDuplicate = earlierIssuers
      .slice(0, -1)
      .some(
        (earlierIssuer) =>
          isSameText(earlierIssuer.url, issuer.url) ||
          isSameText(earlierIssuer.discoveryURL, issuer.discoveryURL),
      )
    const comparedIssuers =
      hasDistantDuplicate && fault('distant-duplicate-issuer-accepted')
        ? earlierIssuers.slice(-1)
        : earlierIssuers
    validateIssuer(issuer, comparedIssuers, `${path}.issuer`, problems)
  }
  const rules = await validateClaimRules(claimValidationRules ?? [], `${path}.claimValidationRules`, problems)
  if (claimMappings !== undefined)
    await validateMappings(claimMappings, rules, `${path}.claimMappings`, problems)
  await validateUserRules(userValidationRules ?? [], `${path}.userValidationRules`, problems)
}

function isSameText(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && left === right
}
