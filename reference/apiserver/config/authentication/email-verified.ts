import type { Problems } from '../../../config/problems.ts'
import type { Expression } from '../../cel/expression.ts'
import { fault } from '../../../quirks/quirks.ts'

/** Expressions of one authenticator that may read a claim. */
export interface ExpressionPaths {
  readonly username: Expression
  readonly extra: readonly Expression[]
  readonly rules: readonly Expression[]
  /** Expressions that do not guard the claim. */
  readonly others: readonly Expression[]
}

/** Checks that a user name from claims.email is guarded by claims.email_verified in one of three places. */
export function checkEmailVerified(
  { username, extra, rules, others }: ExpressionPaths,
  path: string,
  problems: Problems,
): void {
  if (!username.selects('claims', 'email')) return
  const readsVerified = (expression: Expression) => expression.selects('claims', 'email_verified')
  const isVerifiedRead =
    (readsVerified(username) && !fault('email-verified-in-username-not-counted')) ||
    (extra.some(readsVerified) && !fault('email-verified-in-extra-not-counted')) ||
    (rules.some(readsVerified) && !fault('email-verified-in-claim-rule-not-counted'))
  if (isVerifiedRead || (others.some(readsVerified) && fault('email-verified-elsewhere-counted'))) return
  const readsOnlyOptionally = !username.selects('claims', 'email', '.')
  if (readsOnlyOptionally && fault('optional-email-not-seen')) return
  problems.require(
    false,
    path,
    'claims.email needs claims.email_verified here, in extra or in a claim validation rule',
    'email-without-email-verified-accepted',
  )
}
