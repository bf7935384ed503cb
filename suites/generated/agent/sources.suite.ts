import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { agentCases } from './draw.ts'
import { judgeAgents } from './drive.ts'
import { focusCase } from './focused.ts'
import { regressions } from './regressions.ts'
import { type AgentCase, fields, gateNames } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  limitMs: limitOf(inject('settings')),
})

const gates = gateNames.ALPHA.length + gateNames.BETA.length

const sources: Area<AgentCase> = {
  id: 'generated.agent.sources',
  cases: agentCases,
  regressions,
  regressionsFile: 'suites/generated/agent/regressions.ts',
  perStart: 1,
  requests: () => fields.length + gates,
  coverage: coverageOf,
  coverable,
  judge: judgeAgents,
  focused: focusCase,
}

must(sources.id, { rows: ['--config', '--config-dir', '--feature-gates'], aspect: 'generated cases' }, () => {
  says('What the node agent follows is what its strongest source says, field by field and gate by gate.')
  test(
    {
      title: 'fields and gates have the values of the source with the highest precedence',
      id: 'fields and gates are as the strongest source says',
    },
    async (check) => {
      check.needs('agent-configuration')
      check.needs('feature-metrics')
      await judgeCases(sources)
    },
  )
})
