import type { Expression } from '../../cel/expression.ts'
import { isFilled } from '../../../config/decode.ts'
import type { Problems } from '../../../config/problems.ts'
import type { MappingsConfig, PrefixedConfig } from './fields.ts'
import { checkExpression } from '../expressions.ts'
import { checkEmailVerified } from './email-verified.ts'
import { validateExtraKeys } from './extra-keys.ts'
import type { FaultName } from '../../../quirks/names.ts'

/** Applies the rules of the ClaimMappings table; `rules` are the claim validation expressions of the same entry. */
export async function validateMappings(
  mappings: MappingsConfig,
  rules: readonly Expression[],
  path: string,
  problems: Problems,
): Promise<void> {
  const username = await validateUsername(mappings.username, `${path}.username`, problems)
  const groups = await validateGroups(mappings.groups, `${path}.groups`, problems)
  const uid = await validateUid(mappings.uid, `${path}.uid`, problems)
  const extraExpressions = await validateExtra(mappings.extra ?? [], `${path}.extra`, problems)
  if (username === undefined) return
  const expressionsByPlace = {
    username,
    extra: extraExpressions,
    rules,
    others: [groups, uid].filter((mapping) => mapping !== undefined),
  }
  checkEmailVerified(expressionsByPlace, `${path}.username`, problems)
}

async function validateUsername(
  username: PrefixedConfig | undefined,
  path: string,
  problems: Problems,
): Promise<Expression | undefined> {
  if (username === undefined) return undefined
  const { claim, expression } = username
  const hasSource = isFilled(claim) || isFilled(expression)
  problems.require(hasSource, path, 'claim or expression is required', 'username-claim-defaulted')
  const faults = {
    both: 'username-claim-with-expression-accepted',
    prefixed: 'username-prefix-with-expression-accepted',
    unprefixed: 'username-prefix-defaulted',
  } as const
  checkPrefixed(username, path, faults, problems)
  if (!isFilled(expression)) return undefined
  const field = {
    path: `${path}.expression`,
    scope: 'claims',
    yields: 'string',
    faults: {
      broken: 'username-broken-expression-accepted',
      mistyped: 'username-expression-type-unchecked',
    },
  } as const
  return checkExpression(expression, field, problems)
}

async function validateGroups(
  groups: PrefixedConfig | undefined,
  path: string,
  problems: Problems,
): Promise<Expression | undefined> {
  if (groups === undefined) return undefined
  const faults = {
    both: 'groups-claim-with-expression-accepted',
    prefixed: 'groups-prefix-with-expression-accepted',
    unprefixed: 'groups-prefix-defaulted',
  } as const
  checkPrefixed(groups, path, faults, problems)
  if (!isFilled(groups.expression)) return undefined
  const field = {
    path: `${path}.expression`,
    scope: 'claims',
    yields: 'strings',
    faults: { broken: 'groups-broken-expression-accepted', mistyped: 'groups-expression-type-unchecked' },
  } as const
  return checkExpression(groups.expression, field, problems)
}

function checkPrefixed(
  { claim, prefix, expression }: PrefixedConfig,
  path: string,
  faults: { readonly both: FaultName; readonly prefixed: FaultName; readonly unprefixed: FaultName },
  problems: Problems,
): void {
  const hasBoth = isFilled(claim) && isFilled(expression)
  problems.require(!hasBoth, path, 'claim and expression exclude each other', faults.both)
  const hasUselessPrefix = prefix !== undefined && isFilled(expression) && !isFilled(claim)
  problems.require(!hasUselessPrefix, path, 'prefix and expression exclude each other', faults.prefixed)
  const lacksPrefix = isFilled(claim) && prefix === undefined
  problems.require(
    !lacksPrefix,
    `${path}.prefix`,
    'required beside claim; an empty text means none',
    faults.unprefixed,
  )
}

async function validateUid(
  uid: MappingsConfig['uid'],
  path: string,
  problems: Problems,
): Promise<Expression | undefined> {
  if (uid === undefined) return undefined
  const hasBoth = isFilled(uid.claim) && isFilled(uid.expression)
  problems.require(
    !hasBoth,
    path,
    'claim and expression exclude each other',
    'uid-claim-with-expression-accepted',
  )
  const hasSource = isFilled(uid.claim) || isFilled(uid.expression)
  problems.require(hasSource, path, 'claim or expression is required', 'uid-empty-accepted')
  if (!isFilled(uid.expression)) return undefined
  const field = {
    path: `${path}.expression`,
    scope: 'claims',
    yields: 'string',
    faults: { broken: 'uid-broken-expression-accepted', mistyped: 'uid-expression-type-unchecked' },
  } as const
  return checkExpression(uid.expression, field, problems)
}

async function validateExtra(
  extra: NonNullable<MappingsConfig['extra']>,
  path: string,
  problems: Problems,
): Promise<readonly Expression[]> {
  validateExtraKeys(
    extra.map(({ key }) => key),
    path,
    problems,
  )
  const compiledExpressions = extra.map(async ({ valueExpression }, index) => {
    if (!isFilled(valueExpression)) return undefined
    const expressionPath = `${path}[${index}].valueExpression`
    const faults = {
      broken: 'extra-broken-expression-accepted',
      mistyped: 'extra-expression-type-unchecked',
    } as const
    const field = { path: expressionPath, scope: 'claims', yields: 'strings', faults } as const
    return checkExpression(valueExpression, field, problems)
  })
  return (await Promise.all(compiledExpressions)).flatMap((expression) => expression ?? [])
}
