import { currentCheck, HarnessError } from '#kit'
import { differenceIn, file, requireDocumentedForm } from '#kit/launch.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type AgentSpec, sharedAgent } from '../../../shared/node-agent.ts'

/** Settings of gates, by documented name. */
export type GateSettings = Readonly<Record<string, boolean>>

/** Returns a node agent with gates in its flag, and in its configuration file if given. */
export function agentWithGates(flag: GateSettings, inFile: GateSettings = {}): AgentSpec {
  const config = {
    kind: 'OrchletConfiguration',
    apiVersion: 'orchlet.config.orch.io/v1beta1',
    ...(Object.keys(inFile).length > 0 && { featureGates: inFile }),
  }
  const gateSettings = Object.entries(flag).flatMap(([name, on]) =>
    isAsDocumented(name) ? [`${name}=${on}`] : [],
  )
  return {
    flags: {
      '--config': file('config.yaml', config),
      ...(gateSettings.length > 0 && { '--feature-gates': gateSettings.join(',') }),
    },
  }
}

/** Reports whether the program's version has a gate as documented. */
export function isAsDocumented(name: string): boolean {
  return differenceIn(targetDialect(), 'node-agent', 'gate', name) === undefined
}

/** Ends the check as not applicable if the gate is always on, as in a user namespace. */
export function requireReportedGate(name: string): void {
  const dialect = targetDialect()
  if (dialect.gates?.['user-namespace'] === `${dialect.word(name)}=true`)
    currentCheck().needsHost('mount-namespace')
}

/** Declares one agent for all checks of a file. */
export function sharedGates(flag: GateSettings, inFile?: GateSettings): () => Promise<NodeAgent> {
  return sharedAgent(() => agentWithGates(flag, inFile))
}

const helpTexts = new WeakMap<NodeAgent, Promise<string>>()

/**
 * Reports whether a gate is on according to the agent's metrics; `undefined` if the metrics do not contain the gate.
 */
export async function gateState(agent: NodeAgent, name: string): Promise<boolean | undefined> {
  currentCheck().needs('feature-metrics')
  requireDocumentedForm(targetDialect(), 'node-agent', 'gate', name)
  let helpText = helpTexts.get(agent)
  if (helpText === undefined) helpTexts.set(agent, (helpText = metricsOf(agent)))
  const dialect = targetDialect()
  const lines = (await helpText).split('\n')
  const line = lines.find(
    (each) =>
      each.startsWith(`${dialect.word('orch_feature_enabled')}{`) &&
      each.includes(`name="${dialect.word(name)}"`),
  )
  return line === undefined ? undefined : Number(line.split(' ').at(-1)) === 1
}

async function metricsOf(agent: NodeAgent): Promise<string> {
  const { status, body } = await agent.get('/metrics')
  if (status === 200) return body
  throw new HarnessError('untestable', `GET /metrics answered ${status}: ${body.slice(0, 300)}`)
}
