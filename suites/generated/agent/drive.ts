import { join } from 'node:path'
import { currentCheck } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import type { Disagreement, Judged } from '#harness/generate/area.ts'
import { file, type Flags, writeConfiguration } from '#harness/launch/flags.ts'
import { makeWorkspace, removeWorkspace } from '#harness/launch/workspace.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { documentedGates } from '../../3-command-line-flags/node-agent/gates/table.ts'
import { isOn } from '../../3-command-line-flags/node-agent/gates/agents.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { type AgentCase, fields, gateNames, type Said } from './model.ts'
import { effective, isGateOn } from './oracle.ts'

const types = { kind: 'OrchletConfiguration', apiVersion: 'orchlet.config.orch.io/v1beta1' }

/** The field or the gates alone that turned out wrong. */
export function focused({ said, gates }: AgentCase, { asked }: Disagreement): AgentCase | undefined {
  const flag = fields.find(
    (field) => typeof asked === 'object' && asked !== null && field.flag in asked,
  )?.flag
  if (flag !== undefined) return { said: { [flag]: said[flag] }, gates: { file: {}, flag: {} } }
  return { said: {}, gates }
}

/** Starts a node agent that is told so, and reads back what it follows. */
export const judgeAgents = (cases: readonly AgentCase[]): Promise<readonly Judged[]> =>
  Promise.all(cases.map(judgeAgent))

async function judgeAgent(one: AgentCase): Promise<Judged> {
  const directory = makeWorkspace('drop-ins')
  try {
    const { dialect } = currentCheck()
    const dropIn = file('10.conf', { ...types, ...configurationOf(one, 'dropIn') })
    writeConfiguration(dropIn, dialect, directory)
    const featureGates = one.gates.file
    const config = { ...types, ...configurationOf(one, 'file'), featureGates }
    const gates = Object.entries(one.gates.flag).map(([name, on]) => `${name}=${on}`)
    const flags: Flags = {
      '--config': file('config.yaml', config),
      '--config-dir': { path: join(directory) },
      ...Object.fromEntries(fields.flatMap(({ flag }) => flagOf(flag, one.said[flag]))),
      ...(gates.length > 0 && { '--feature-gates': gates.join(',') }),
    }
    let all: Disagreement[] | undefined
    const seen = await agentOutcome({ flags }, async (agent) => {
      all = [...(await wrongFields(one, agent)), ...(await wrongGates(one, agent))]
    })
    if (all !== undefined) return { disagreements: all }
    const actual = { outcome: seen.outcome, stderr: seen.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: one, expected: { outcome: 'ready' }, actual }] }
  } finally {
    removeWorkspace(directory)
  }
}

/** A flag of the case; one that the harness usually gives is left out where the case has none. */
function flagOf(flag: string, said: Said | undefined): readonly (readonly [string, string | undefined])[] {
  return [[flag, said?.flag === undefined ? undefined : String(said.flag)]]
}

function configurationOf({ said }: AgentCase, source: 'file' | 'dropIn'): object {
  return Object.fromEntries(
    fields.flatMap(({ flag, field }) => {
      const value = said[flag]?.[source]
      return value === undefined ? [] : [[field.slice(1), value]]
    }),
  )
}

async function wrongFields(one: AgentCase, agent: NodeAgent): Promise<Disagreement[]> {
  const { readBack } = currentCheck().dialect.programs['node-agent']
  if (readBack === undefined)
    throw new HarnessError('not-applicable', 'The dialect does not say where the configuration is read back.')
  const { status, body } = await agent.get(readBack.path)
  if (status !== 200)
    throw new HarnessError('untestable', `GET ${readBack.path} answered ${status}: ${body.slice(0, 300)}`)
  const shown = JSON.parse(body) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  return fields.flatMap((field) => {
    const [, root = '', name = ''] = readBack.at(field.field)?.split('/') ?? []
    const [expected, actual] = [effective(one, field), shown[root]?.[name]]
    return expected === actual
      ? []
      : [{ asked: { [field.flag]: one.said[field.flag] ?? {} }, expected, actual }]
  })
}

async function wrongGates(one: AgentCase, agent: NodeAgent): Promise<Disagreement[]> {
  const names: readonly string[] = [...gateNames.ALPHA, ...gateNames.BETA]
  const wrong: Disagreement[] = []
  for (const { name, default: byDefault } of documentedGates.filter((gate) => names.includes(gate.name))) {
    const expected = isGateOn(one, name, byDefault)
    const actual = await isOn(agent, name)
    if (actual !== expected) wrong.push({ asked: { gates: one.gates, gate: name }, expected, actual })
  }
  return wrong
}
