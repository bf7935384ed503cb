import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import type { AuthenticatorSpec } from '../../../shared/authentication/authenticators.ts'

/** UserValidationRule of document 1. */
export interface UserRule {
  readonly expression: string
  readonly message?: string
}

/**
 * Returns the plain authenticator with rules for the user, written with the variable of the dialect. Without such a
 * variable the authenticator has no rules, and checks that need rules are not applicable.
 */
export function withUserRules(
  rules: (user: string) => readonly UserRule[],
  mappings: Readonly<Record<string, unknown>> = {},
): (...given: Parameters<AuthenticatorSpec>) => JwtAuthenticator {
  return (plain, _issuer, { dialect }) => {
    const variable = dialect.open['userValidationRule.variable']
    const userValidationRules = variable === undefined ? [] : rules(variable)
    return { ...withMappings(plain, mappings), userValidationRules }
  }
}
