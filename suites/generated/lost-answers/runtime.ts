import { answerNames } from '#mocks/container-runtime/answers.ts'
import type { RuntimeAnswers } from '#mocks/container-runtime/index.ts'
import { podObject, runningOf, startAgentFixture } from '../../3-command-line-flags/node-agent/fixture.ts'
import type { CallingProgram } from './calls.ts'
import { lostOnce } from './grpc-peers.ts'

let pods = 0
// A node agent may wait this long before it retries after a failure.
const runsWithinMs = 40_000

/** A node agent that starts a pod at each use; any call of its container runtime is lost. */
export async function runtime(): Promise<CallingProgram> {
  const { api, runtime: peer } = await startAgentFixture({ flags: { '--runtime-request-timeout': '2s' } })
  return {
    calls: () => peer.journal.length,
    lose: (loss) => {
      const lose = lostOnce(loss)
      const answer = async (honest: () => Promise<unknown>) => lose(honest)
      peer.answer(
        Object.fromEntries(answerNames.map((name) => [name, answer])) as unknown as Partial<RuntimeAnswers>,
      )
    },
    use: async () => {
      const name = `lossy-${++pods}`
      api.hand.create(podObject(name))
      return (await runningOf(peer, name, runsWithinMs)) === undefined ? 'not running' : 'running'
    },
  }
}
