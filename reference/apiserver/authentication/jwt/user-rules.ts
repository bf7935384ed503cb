import { ExpressionError } from '../../cel/expression.ts'
import { fault } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { UserInfo } from '../../../serving/user.ts'
import { evaluate } from '../../cel/evaluate.ts'
import type { UserRule } from './settings.ts'

/**
 * Applies all user validation rules to the final user, whose name has the prefix. Throws an AuthenticationError with
 * the cause of the first failure.
 */
export async function checkUserRules(
  rules: readonly UserRule[],
  user: UserInfo,
  prefix: string,
): Promise<void> {
  const ruleUser = rules.length === 0 ? user : userVariables(user, prefix)
  const outcomes = await Promise.all(rules.map((rule) => failureOf(rule, ruleUser)))
  const index = outcomes.findIndex((failure) => failure !== undefined)
  const failure = outcomes[index]
  if (failure === undefined) return
  if (index > 0 && fault('only-first-user-rule-applied')) return
  if (outcomes.at(-1) === undefined && fault('only-last-user-rule-applied')) return
  if (outcomes.includes(undefined) && fault('one-user-rule-suffices')) return
  if (!fault('user-rules-ignored')) throw failure
}

async function failureOf(
  { expression, message }: UserRule,
  user: UserInfo,
): Promise<AuthenticationError | undefined> {
  const fail = (reason: string) =>
    new AuthenticationError(`user validation rule ${JSON.stringify(expression)}: ${reason}`)
  try {
    const value = await evaluate(expression, 'user', { user })
    if (value === true) return undefined
    return fail(message !== '' && !fault('user-rule-message-omitted') ? message : 'not met')
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return fault('user-rule-error-accepted') ? undefined : fail(error.message)
  }
}

/** Returns the user for the rules. Faults can hide members of the user. */
function userVariables(user: UserInfo, prefix: string): UserInfo {
  const { username, uid, groups, extra } = user
  const isPrefixHidden = prefix !== '' && fault('user-rules-see-name-without-prefix')
  return {
    username: isPrefixHidden ? username.slice(prefix.length) : username,
    uid: uid !== '' && fault('user-rules-do-not-see-uid') ? '' : uid,
    groups: groups.length > 0 && fault('user-rules-do-not-see-groups') ? [] : groups,
    extra: Object.keys(extra).length > 0 && fault('user-rules-do-not-see-extra') ? {} : extra,
  }
}
