import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiAnswer, type ApiServer, fail, hangUp, startApiServer } from '#mocks/api-server/index.ts'
import { checkApi, managerOutcome } from '../../shared/controller-manager.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { waitFirstSeconds, type LossyStart } from './drive.ts'
import { isRequestNumber, delayMs, type Loss, type LostAnswer } from './losses.ts'

const forbiddenStatus = 403
const internalError = 500

const faults: Readonly<Record<Loss, ApiAnswer>> = {
  error: fail(internalError),
  rejection: fail(forbiddenStatus),
  delay: async (honest) => {
    await sleep(delayMs, undefined, { ref: false })
    return honest
  },
  cut: () => hangUp(),
}

function loseResponse(api: ApiServer, { number, loss }: LostAnswer): void {
  const isLost = isRequestNumber(number)
  api.on({}, (honest, request, signal) => (isLost() ? faults[loss](honest, request, signal) : honest))
}

/** Start of a controller manager without one response of its API server. */
export const managerStart: LossyStart = {
  peer: 'API server',
  start: async (lost) => {
    const api = await checkApi()
    if (lost !== undefined) loseResponse(api, lost)
    const startResult = await managerOutcome({ api }, waitFirstSeconds)
    return { outcome: startResult, requests: api.journal.length }
  },
}

/** Start of a node agent without one response of its API server. */
export const agentStart: LossyStart = {
  peer: 'API server',
  start: async (lost) => {
    const api = await startApiServer({ groupDomain: targetDialect().groupDomain })
    try {
      if (lost !== undefined) loseResponse(api, lost)
      const startResult = await agentOutcome({ api }, waitFirstSeconds)
      return { outcome: startResult, requests: api.journal.length }
    } finally {
      await api.stop()
    }
  },
}
