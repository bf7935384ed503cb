import { currentCheck, HarnessError } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { targetDialect } from '../../../shared/dialect.ts'

/** Gate in the metrics of a server. */
export interface ReportedGate {
  readonly name: string
  /** Empty if the metric has no stage. */
  readonly stage: string
  readonly on: boolean
}

/** Returns the gates in the metrics of a server. */
export async function gatesOf(server: ApiServer): Promise<readonly ReportedGate[]> {
  currentCheck().needs('feature-metrics')
  const { status, body } = await server.request({ path: '/metrics' })
  if (status !== 200) {
    throw new HarnessError('untestable', `GET /metrics answered ${status}: ${body.slice(0, 300)}`)
  }
  const metric = targetDialect().word('orch_feature_enabled')
  return body.split('\n').flatMap((line) => {
    if (!line.startsWith(`${metric}{`)) return []
    const [, name = ''] = /\bname="([^"]*)"/.exec(line) ?? []
    const [, stage = ''] = /\bstage="([^"]*)"/.exec(line) ?? []
    return [{ name, stage, on: Number(line.split(' ').at(-1)) === 1 }]
  })
}

/** Reports whether a gate is on; `undefined` if the metrics do not contain the gate. */
export async function isGateOn(server: ApiServer, name: string): Promise<boolean | undefined> {
  return (await gatesOf(server)).find((gate) => gate.name === name)?.on
}
