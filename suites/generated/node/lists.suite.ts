import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { nodeCases } from './draw.ts'
import { focused, judgeNodes } from './drive.ts'
import { kept } from './kept.ts'
import type { NodeCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

// A start for a handful of questions.
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

rule(
  {
    id: lists.id,
    level: 'MUST',
    says: 'A node has the labels and taints of the lists, and an agent refuses labels of its own domain that are not allowed, and unknown gates.',
    source: {
      document: 3,
      section: 'Node agent flags',
      rows: ['--node-labels', '--register-with-taints', '--feature-gates'],
      aspect: 'generated cases, lists',
    },
    program: 'node-agent',
    limitMs: limitOf(inject('settings')),
  },
  () => {
    test('nodes are registered as the lists say', async () => {
      await judgeCases(lists)
    })
  },
)
