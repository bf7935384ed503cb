import type { RuntimeAnswers } from '#mocks/container-runtime/index.ts'
import {
  podObject,
  waitForRunning,
  startAgentFixture,
} from '../../3-command-line-flags/node-agent/fixture.ts'
import type { CallingProgram } from './calls.ts'
import { loseOnce } from './grpc-peers.ts'

// Methods that --runtime-request-timeout limits. Image pulls have a separate limit.
const methods = ['runPodSandbox', 'imageStatus', 'createContainer', 'startContainer'] as const
let pods = 0
let losses = 0
// Long enough for a node agent to retry after a failure.
const runsWithinMs = 40_000

/** Starts a node agent that starts a pod at each use, and loses responses of its container runtime in turn. */
export async function startWithRuntime(): Promise<CallingProgram> {
  const { api, runtime: peer } = await startAgentFixture({ flags: { '--runtime-request-timeout': '2s' } })
  return {
    calls: () => methods.reduce((sum, method) => sum + peer.asked(capitalized(method)).length, 0),
    lose: (loss) => {
      const loseAnswer = loseOnce(loss)
      const lostOrHonest = async (honest: () => Promise<unknown>) => loseAnswer(honest)
      const method = methods[losses++ % methods.length] ?? methods[0]
      peer.answer({ [method]: lostOrHonest } as unknown as Partial<RuntimeAnswers>)
    },
    use: async () => {
      const name = `lossy-${++pods}`
      api.hand.create(podObject(name))
      return (await waitForRunning(peer, name, runsWithinMs)) === undefined ? 'not running' : 'running'
    },
  }
}

function capitalized<Name extends string>(name: Name): Capitalize<Name> {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>
}
