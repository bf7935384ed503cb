import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import type { AuthenticatorSpec } from '../../../shared/authentication/authenticators.ts'

/** A UserValidationRule of document 1. */
export interface UserRule {
  readonly expression: string
  readonly message?: string
}

/**
 * The plain authenticator with rules about the user, written with the variable that the dialect has for it; without
 * such a variable it has no rules, and checks of rules that need it are not applicable.
 */
export function userRuled(
  rules: (user: string) => readonly UserRule[],
  mappings: Readonly<Record<string, unknown>> = {},
): (...given: Parameters<AuthenticatorSpec>) => JwtAuthenticator {
  return (plain, _issuer, { dialect }) => {
    const variable = dialect.open['userValidationRule.variable']
    const userValidationRules = variable === undefined ? [] : rules(variable)
    return { ...withMappings(plain, mappings), userValidationRules }
  }
}
