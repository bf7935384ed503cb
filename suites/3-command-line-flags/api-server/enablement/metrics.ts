import { currentCheck } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { targetDialect } from '../../../shared/dialect.ts'

/** What a server's metrics tell of a gate. */
export interface ToldGate {
  readonly name: string
  /** Empty for one that is none of the documented stages. */
  readonly stage: string
  readonly on: boolean
}

/** The gates that a server's metrics tell of. */
export async function gatesOf(server: ApiServer): Promise<readonly ToldGate[]> {
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

/** Whether a gate is on; `undefined` where the metrics tell nothing of it. */
export async function isGateOn(server: ApiServer, name: string): Promise<boolean | undefined> {
  return (await gatesOf(server)).find((gate) => gate.name === name)?.on
}
