import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { jwtCases } from './draw.ts'
import { judgeTokens } from './drive.ts'
import { kept } from './kept.ts'
import type { JwtCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

// One server takes up to 64 entries; a few less leave room for what else is tried beside them.
const entriesPerServer = 60

const tokens: Area<JwtCase> = {
  id: 'generated.jwt.tokens',
  cases: jwtCases,
  kept,
  keptIn: 'suites/generated/jwt/kept.ts',
  perStart: entriesPerServer,
  questions: (one) => one.tokens.length,
  visits: visitsOf,
  visitable,
  judge: judgeTokens,
}

rule(
  {
    id: tokens.id,
    level: 'MUST',
    says: 'Whom a token is taken for follows from its claims and the entry of its issuer alone.',
    source: { document: 1, section: 'AuthenticationConfiguration', rows: ['jwt'], aspect: 'generated cases' },
    open: 'userValidationRule.variable',
    limitMs: limitOf(inject('settings')),
  },
  () => {
    test(
      { title: 'tokens have the documented results', id: 'tokens come to what the documents say of them' },
      async (check) => {
        check.needs('who-am-i')
        await judgeCases(tokens)
      },
    )
  },
)
