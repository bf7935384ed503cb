import type { Dialect } from '#kit/launch.ts'
import type { OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import {
  type JwtAuthenticator,
  plainAuthenticator,
  severalAudiences,
  withMappings,
} from '../../shared/authentication/configuration.ts'
import { celText } from '../cel/expression.ts'
import type { Authenticator, PlainMapping, PrefixedMapping } from './model.ts'

/** Returns the authenticator in file syntax, with an issuer that it trusts. */
export function entryOf(
  { audiences, claimRules, username, groups, uid, extra, userRules }: Authenticator,
  issuer: Pick<OidcIssuer, 'url' | 'certificateAuthority'>,
  dialect: Pick<Dialect, 'open'>,
): JwtAuthenticator {
  const entry = withMappings(plainAuthenticator(issuer), {
    username: sourceOf(username),
    ...(groups && { groups: sourceOf(groups) }),
    ...(uid && { uid: sourceOf(uid) }),
    ...(extra.length > 0 && {
      extra: extra.map(({ key, value }) => ({ key, valueExpression: celText(value) })),
    }),
  })
  const entryWithRules = {
    ...entry,
    ...(claimRules.length > 0 && {
      claimValidationRules: claimRules.map((rule) =>
        'claim' in rule ? rule : { ...rule, expression: celText(rule.expression) },
      ),
    }),
    ...(userRules.length > 0 && {
      userValidationRules: userRules.map((expression) => ({ expression: celText(expression) })),
    }),
  }
  const { issuer: its } = entryWithRules
  return audiences.length > 1
    ? severalAudiences(entryWithRules, audiences, dialect)
    : { ...entryWithRules, issuer: { ...its, audiences } }
}

function sourceOf(source: PrefixedMapping | PlainMapping): object {
  return 'claim' in source ? source : { expression: celText(source.expression) }
}
