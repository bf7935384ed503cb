import { isFilled } from '../../../config/decode.ts'
import type { JwtConfig, PrefixedConfig } from '../../config/authentication/fields.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import { freedom } from '../../../quirks/quirks.ts'
import type { ClaimRule, JwtSettings, Source } from './settings.ts'

type ClaimRuleConfig = NonNullable<JwtConfig['claimValidationRules']>[number]

const nonEmptyText = (text: string | undefined) => (isFilled(text) ? text : undefined)

/** Returns the settings of one validated `jwt` entry of a file. */
export function settingsFromFile(config: JwtConfig): JwtSettings {
  const { issuer, claimMappings, claimValidationRules, userValidationRules } = config
  return {
    issuer: {
      url: issuer?.url ?? '',
      discoveryUrl: nonEmptyText(issuer?.discoveryURL),
      certificateAuthority: nonEmptyText(issuer?.certificateAuthority),
      audiences: issuer?.audiences ?? [],
      egressSelectorType: nonEmptyText(issuer?.egressSelectorType),
      // The documents do not specify the algorithms for this file.
      algorithms: freedom('file-algorithms-fewer') ? ['RS256', 'ES256'] : signingAlgorithms,
    },
    claimRules: (claimValidationRules ?? []).map(claimRuleOf),
    // Only a fault of validation can leave the user name without a source.
    username: sourceOf(claimMappings?.username) ?? { claim: 'sub', prefix: '' },
    groups: sourceOf(claimMappings?.groups),
    uid: sourceOf(claimMappings?.uid),
    extra: (claimMappings?.extra ?? []).map(({ key, valueExpression }) => ({
      key: key ?? '',
      expression: valueExpression ?? 'null',
    })),
    userRules: (userValidationRules ?? []).map(({ expression, message }) => ({
      expression: expression ?? 'true',
      message: message ?? '',
    })),
  }
}

function sourceOf(config: Partial<PrefixedConfig> | undefined): Source | undefined {
  if (isFilled(config?.claim)) return { claim: config.claim, prefix: config.prefix ?? '' }
  return isFilled(config?.expression) ? { expression: config.expression } : undefined
}

function claimRuleOf({ claim, requiredValue, expression, message }: ClaimRuleConfig): ClaimRule {
  if (isFilled(claim)) return { claim, requiredValue }
  return { expression: isFilled(expression) ? expression : 'true', message: message ?? '' }
}
