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
  const nothing = jwt === undefined && anonymous === undefined
  problems.require(!nothing, 'jwt', 'required', 'jwt-missing-accepted')
  for (const [index, entry] of (jwt ?? []).entries()) {
    const earlier = (jwt ?? []).slice(0, index)
    // Sequential: problems are reported in the order of the file.
    await validateEntry(entry, earlier, `jwt[${index}]`, problems)
  }
}

async function validateEntry(
  { issuer, claimMappings, claimValidationRules, userValidationRules }: JwtConfig,
  earlier: readonly JwtConfig[],
  path: string,
  problems: Problems,
): Promise<void> {
  if (issuer !== undefined) {
    const others = earlier.flatMap((entry) => entry.issuer ?? [])
    const repeats = others
      .slice(0, -1)
      .some((each) => isSame(each.url, issuer.url) || isSame(each.discoveryURL, issuer.discoveryURL))
    const compared = repeats && fault('distant-duplicate-issuer-accepted') ? others.slice(-1) : others
    validateIssuer(issuer, compared, `${path}.issuer`, problems)
  }
  const rules = await validateClaimRules(claimValidationRules ?? [], `${path}.claimValidationRules`, problems)
  if (claimMappings !== undefined)
    await validateMappings(claimMappings, rules, `${path}.claimMappings`, problems)
  await validateUserRules(userValidationRules ?? [], `${path}.userValidationRules`, problems)
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other
}
