import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file, makeWorkspace, removeWorkspace, writeConfiguration } from '#kit/launch.ts'
import { credentials } from '#harness/programs/credentials.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { startApiServer } from '#mocks/api-server/index.ts'
import { documentedGates } from '#documents/3/lists/gates.ts'
import { gateState } from '../../3-command-line-flags/node-agent/gates/agents.ts'
import {
  linkSockets,
  makeSourceLocations,
  type SourceLocations,
} from '../../3-command-line-flags/node-agent/sources/places.ts'
import { valueAt, compareValues } from '../../3-command-line-flags/node-agent/sources/compare-values.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { deviationOf } from './deviations.ts'
import { type AgentCase, gateNames } from './model.ts'
import { effectiveSourceValue, isGateOn } from './oracle.ts'
import { sourcesOf, writeSources } from './agent-sources.ts'

/** Starts a node agent with the settings of each case, and reads back the effective values. */
export const judgeAgents = (cases: readonly AgentCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeAgent))

async function judgeAgent(testCase: AgentCase): Promise<CaseResult> {
  const dialect = targetDialect()
  const api = await startApiServer({ groupDomain: dialect.groupDomain })
  const directory = makeWorkspace('sources')
  try {
    makeSourceLocations(directory, await credentials(dialect))
    const health = effectiveSourceValue(testCase.said['--healthz-bind-address'] ?? {}, undefined)
    const places = { directory, url: api.url }
    const dropIns = join(directory, 'drop-ins')
    mkdirSync(dropIns)
    let disagreements: Disagreement[] | undefined
    const deviations = new Set<string>()
    const startResult = await agentOutcome(
      {
        api,
        healthAddress: typeof health === 'string' ? health : undefined,
        prepare: (runtime) => linkSockets(directory, runtime.url),
        flags: (_runtime, ports) => {
          const { file: inFile, dropIn, flags } = writeSources(testCase, { ...places, ports })
          writeConfiguration(file('10.conf', dropIn), dialect, dropIns)
          return { '--config': file('config.yaml', inFile), '--config-dir': { path: dropIns }, ...flags }
        },
      },
      async (agent) => {
        const fields = await fieldDisagreements(
          testCase,
          agent,
          { ...places, ports: agent.ports },
          deviations,
        )
        disagreements = [...fields, ...(await wrongGates(testCase, agent))]
      },
    )
    if (disagreements !== undefined) return { disagreements, deviations: [...deviations] }
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: testCase, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await api.stop()
    removeWorkspace(directory)
  }
}

async function fieldDisagreements(
  testCase: AgentCase,
  agent: NodeAgent,
  places: SourceLocations,
  deviations: Set<string>,
): Promise<Disagreement[]> {
  const { name, programs } = targetDialect()
  const { readBack } = programs['node-agent']
  if (readBack === undefined)
    throw new HarnessError('not-applicable', 'The dialect does not say where the configuration is read back.')
  const { status, body } = await agent.get(readBack.path)
  if (status !== 200)
    throw new HarnessError('untestable', `GET ${readBack.path} answered ${status}: ${body.slice(0, 300)}`)
  const configuration: unknown = JSON.parse(body)
  return sourcesOf(testCase).flatMap(({ flag, field, values: sourceValues, default: byDefault }) => {
    const documentedValue = effectiveSourceValue(sourceValues, byDefault)
    const pointer = readBack.pointerOf(field)
    if (documentedValue === undefined || pointer === undefined) return []
    const { got, wanted } = compareValues(documentedValue, { shown: valueAt(configuration, pointer), places })
    if (JSON.stringify(got) === JSON.stringify(wanted)) return []
    const knownDeviation = deviationOf(name, { flag, values: sourceValues })
    if (knownDeviation !== undefined) deviations.add(knownDeviation)
    return knownDeviation === undefined
      ? [{ asked: { [flag]: sourceValues }, expected: wanted, actual: got }]
      : []
  })
}

async function wrongGates(testCase: AgentCase, agent: NodeAgent): Promise<Disagreement[]> {
  const names: readonly string[] = [...gateNames.ALPHA, ...gateNames.BETA]
  const gateDisagreements: Disagreement[] = []
  for (const { name, default: byDefault } of documentedGates.filter((gate) => names.includes(gate.name))) {
    const expected = isGateOn(testCase, name, byDefault)
    const actual = await gateState(agent, name)
    if (actual !== expected)
      gateDisagreements.push({ asked: { gates: testCase.gates, gate: name }, expected, actual })
  }
  return gateDisagreements
}
