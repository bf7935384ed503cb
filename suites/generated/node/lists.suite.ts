import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { nodeCases } from './draw.ts'
import { focusCase, judgeNodes } from './drive.ts'
import { regressions } from './regressions.ts'
import type { NodeCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case needs a start in place of a few requests.
const costDivisor = 15

const listsArea: Area<NodeCase> = {
  id: 'generated.agent.lists',
  cases: nodeCases,
  regressions,
  regressionsFile: 'suites/generated/node/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: ({ labels, taints, broken }) => (broken === undefined ? labels.length + taints.length : 1),
  coverage: coverageOf,
  coverable,
  judge: judgeNodes,
  focused: focusCase,
}

must(
  listsArea.id,
  { rows: ['--node-labels', '--register-with-taints', '--feature-gates'], aspect: 'generated cases, lists' },
  () => {
    says(
      'A node has the labels and taints of the lists, and an agent refuses labels of its own domain that are not allowed, and unknown gates.',
    )
    test(
      {
        title: 'nodes are registered with the labels and taints of the lists',
        id: 'nodes are registered as the lists say',
      },
      async () => {
        await judgeCases(listsArea)
      },
    )
  },
)
