import type { Disagreement, CaseResult } from '#kit/generate.ts'
import type { Flags } from '#kit/launch.ts'
import { startApiServer } from '#mocks/api-server/index.ts'
import { registeredNode } from '../../3-command-line-flags/node-agent/node.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { deviationOf } from './deviations.ts'
import type { NodeCase, Taint } from './model.ts'

/** Starts a node agent with the lists of each case, and compares the registered node. */
export const judgeNodes = (cases: readonly NodeCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the label or the taint with the disagreement. */
export function focusCase(testCase: NodeCase, { asked: input }: Disagreement): NodeCase | undefined {
  const { label, taint } = input as { readonly label?: string; readonly taint?: Taint }
  const emptyLists = { labels: [], taints: [], gates: [] }
  if (label !== undefined)
    return { ...emptyLists, labels: testCase.labels.filter(({ key }) => key === label) }
  if (taint !== undefined) return { ...emptyLists, taints: [taint] }
  return undefined
}

async function judgeCase(testCase: NodeCase): Promise<CaseResult> {
  const api = await startApiServer({ groupDomain: targetDialect().groupDomain })
  try {
    let disagreements: readonly Disagreement[] = []
    const startResult = await agentOutcome({ api, flags: flagsOf(testCase) }, async () => {
      if (testCase.broken === undefined)
        disagreements = nodeDisagreements(testCase, await registeredNode(api))
    })
    const expected = testCase.broken === undefined ? 'ready' : 'refused'
    if (startResult.outcome === expected) return { disagreements }
    const knownDeviation = deviationOf(targetDialect().name, testCase)
    if (knownDeviation !== undefined) return { disagreements: [], deviations: [knownDeviation] }
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: testCase, expected: { outcome: expected }, actual }] }
  } finally {
    await api.stop()
  }
}

function flagsOf({ labels, taints, gates }: NodeCase): Flags {
  return {
    ...(labels.length > 0 && {
      '--node-labels': labels.map(({ key, value }) => `${key}=${value}`).join(','),
    }),
    ...(taints.length > 0 && { '--register-with-taints': taints.map(textOf).join(',') }),
    ...(gates.length > 0 && { '--feature-gates': gates.join(',') }),
  }
}

const textOf = ({ key, value, effect }: Taint): string => `${key}=${value}:${effect}`

function nodeDisagreements(
  { labels, taints }: NodeCase,
  node: Awaited<ReturnType<typeof registeredNode>>,
): readonly Disagreement[] {
  const { labels: its = {} } = node?.metadata ?? {}
  const { taints: seen = [] } = (node?.['spec'] ?? {}) as { readonly taints?: readonly Partial<Taint>[] }
  return [
    ...labels.flatMap(({ key, value }) => {
      const actual = its[targetDialect().text(key)]
      return actual === value ? [] : [{ asked: { label: key }, expected: value, actual }]
    }),
    ...taints.flatMap((taint) => {
      const { key, value, effect } = taint
      const nodeTaint = seen.find((one) => one.key === key && one.effect === effect)
      // An empty value may be missing.
      const actual = nodeTaint && { key, value: nodeTaint.value ?? '', effect }
      return actual?.value === value ? [] : [{ asked: { taint }, expected: taint, actual }]
    }),
  ]
}
