import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { nodeCases } from './draw.ts'
import { focused, judgeNodes } from './drive.ts'
import { kept } from './kept.ts'
import type { NodeCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  limitMs: limitOf(inject('settings')),
})

// One start for a few requests.
const dearness = 15

const lists: Area<NodeCase> = {
  id: 'generated.agent.lists',
  cases: nodeCases,
  kept,
  keptIn: 'suites/generated/node/kept.ts',
  perStart: 1,
  dearness,
  questions: ({ labels, taints, broken }) => (broken === undefined ? labels.length + taints.length : 1),
  visits: visitsOf,
  visitable,
  judge: judgeNodes,
  focused,
}

must(
  lists.id,
  { rows: ['--node-labels', '--register-with-taints', '--feature-gates'], aspect: 'generated cases, lists' },
  () => {
    says(
      'A node has the labels and taints of the lists, and an agent refuses labels of its own domain that are not allowed, and unknown gates.',
    )
    test('nodes are registered as the lists say', async () => {
      await judgeCases(lists)
    })
  },
)
