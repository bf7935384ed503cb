import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { jwtCases } from './draw.ts'
import { judgeTokens } from './drive.ts'
import { regressions } from './regressions.ts'
import type { JwtCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthenticationConfiguration',
  open: 'userValidationRule.variable',
  limitMs: limitOf(inject('settings')),
})

// One server accepts up to 64 entries. The limit leaves a few for other uses.
const entriesPerServer = 60

const tokens: Area<JwtCase> = {
  id: 'generated.jwt.tokens',
  cases: jwtCases,
  regressions,
  regressionsFile: 'suites/generated/jwt/regressions.ts',
  perStart: entriesPerServer,
  requests: (one) => one.tokens.length,
  coverage: coverageOf,
  coverable,
  judge: judgeTokens,
}

must(tokens.id, { row: 'jwt', aspect: 'generated cases' }, () => {
  says('Whom a token is taken for follows from its claims and the entry of its issuer alone.')
  test(
    { title: 'tokens have the documented results', id: 'tokens come to what the documents say of them' },
    async (check) => {
      check.needs('who-am-i')
      await judgeCases(tokens)
    },
  )
})
