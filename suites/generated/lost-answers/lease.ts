import { setTimeout as sleep } from 'node:timers/promises'
import { becomesTrue, HarnessError } from '#kit'
import { type ApiAnswer, fail, hangUp } from '#mocks/api-server/index.ts'
import {
  holderOf,
  leaseOf,
  startCandidate,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { type CallingProgram, type CallLoss, lateMs } from './calls.ts'

// Election durations with which several renewals within the deadline follow a loss.
const electionTimes = { leaseMs: 15_000, renewMs: 10_000, retryMs: 1_000 } as const

const answersByLoss: Readonly<Record<Exclude<CallLoss, 'silence'>, ApiAnswer>> = {
  error: fail(500),
  rejection: fail(403),
  cut: () => hangUp(),
  late: async (honest) => {
    await sleep(lateMs, undefined, { ref: false })
    return honest
  },
}

/** Starts a controller manager that leads and renews its lease. */
export async function startLeader(): Promise<CallingProgram> {
  const candidate = await startCandidate({ times: electionTimes })
  await untilLeading(candidate)
  const { api, manager } = candidate
  const holder = holderOf(api)
  let nextAnswer: ApiAnswer | undefined
  api.on({ resource: 'leases' }, (honest, request, signal) => {
    const isRenewal = request.verb === 'update' || request.verb === 'patch'
    const renewalAnswer = isRenewal ? nextAnswer : undefined
    if (isRenewal) nextAnswer = undefined
    return renewalAnswer === undefined ? honest : renewalAnswer(honest, request, signal)
  })
  return {
    calls: () => writesOfLease(api).length,
    lose: (loss) => {
      if (loss === 'silence')
        throw new HarnessError('harness-fault', 'A renewal is never left without response.')
      nextAnswer = answersByLoss[loss]
    },
    use: async () => {
      const lastRenewal = renewedAt(api)
      const isRenewed = (): boolean => renewedAt(api) !== lastRenewal && nextAnswer === undefined
      await becomesTrue(isRenewed, electionTimes.renewMs)
      if (manager.program.exit !== undefined) return 'ended'
      return isRenewed() && holderOf(api) === holder ? 'leads' : 'does not renew'
    },
  }
}

function renewedAt(api: Parameters<typeof leaseOf>[0]): unknown {
  return ((leaseOf(api)?.['spec'] ?? {}) as { renewTime?: unknown }).renewTime
}
