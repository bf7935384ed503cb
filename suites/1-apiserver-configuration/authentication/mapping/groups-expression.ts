import { type Cases, refuses, says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { expect } from '#harness/check/expect.ts'
import type { Authenticator } from '../../../shared/authentication/authenticator.ts'
import { notStringLists } from './values.ts'

const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section })

/** Claims and the groups that they give, the same by a claim and by an expression. */
export const values: Cases<{ readonly teams: unknown; readonly groups: readonly string[] }> = {
  'one group for a string': seeing(['groups-single-string-refused'], { teams: 'dev', groups: ['dev'] }),
  'one group for a list of one': seeing(['groups-list-refused'], { teams: ['dev'], groups: ['dev'] }),
  'every group of a list': seeing(['only-first-group-mapped'], {
    teams: ['dev', 'ops', 'all'],
    groups: ['all', 'dev', 'ops'],
  }),
  'no group for an empty list': seeing(['groups-empty-list-refused'], { teams: [], groups: [] }),
  'no group for an empty text': seeing(['groups-empty-string-kept'], { teams: '', groups: [] }),
  'no group for null': seeing(['groups-null-refused'], { teams: null, groups: [] }),
}

/** `claimMappings.groups.expression`; `made` makes a list of two claims. */
export function groupsExpression(expression: Authenticator, made: Authenticator): void {
  must('authn.jwt.groups-expression-yields-a-string-or-list', { row: 'groups', aspect: 'expression' }, () => {
    says(
      'The expression of groups yields a string or a list of strings; an empty string, an empty list and null mean no groups.',
    )
    test.for(values)('gives %s', async ({ teams, groups: expected }) => {
      expect(await expression.groups({ teams })).toEqual(expected)
    })

    test('gives the groups of a list that the expression makes of two claims', async () => {
      expect(await made.groups({ role: 'lead', team: 'dev' })).toEqual(['role:lead', 'team:dev'])
    }).sees('only-first-group-mapped')

    refuses
      .for(notStringLists)('a token for which the expression yields %s', async (teams) => {
        await expression.expectClaimsRefused({ teams })
      })
      .sees((teams) =>
        Array.isArray(teams) ? 'groups-non-strings-skipped' : 'groups-expression-type-ignored',
      )

    refuses('a token for which the expression cannot be evaluated', async () => {
      await expression.expectClaimsRefused({})
    }).sees('mapping-error-means-empty')
  })
}
