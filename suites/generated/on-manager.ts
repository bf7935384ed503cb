import { inject } from 'vitest'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import { dialectOf } from '#kit/launch.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { startSpec } from '../2-controller-manager-configuration/blocks/fixture.ts'
import { managerOutcome } from '../shared/controller-manager.ts'
import { startManagersApi } from '../shared/controller-manager/default-configuration.ts'

/** Cases that run together on one controller manager. */
export interface PlayedOnManager {
  readonly configuration: Parameters<typeof startSpec>[0]
  /** Stores the objects of the cases before the manager starts. */
  readonly prepare: (api: ApiServer) => void
  /** Runs all cases, and adds the disagreements of each to its list. */
  readonly play: (api: ApiServer, disagreements: readonly Disagreement[][]) => Promise<void>
}

/** Runs all cases on one controller manager. A start that fails is a disagreement of the first case. */
export async function judgeOnManager<Case>(
  cases: readonly Case[],
  { configuration, prepare, play }: PlayedOnManager,
): Promise<readonly CaseResult[]> {
  const api = await startManagersApi(dialectOf(inject('settings').target))
  const disagreements: Disagreement[][] = cases.map(() => [])
  try {
    prepare(api)
    const startResult = await managerOutcome(startSpec(configuration, api), () => play(api, disagreements))
    if (startResult.outcome !== 'ready') {
      const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
      disagreements[0]?.push({ asked: cases[0], expected: { outcome: 'ready' }, actual })
    }
    return disagreements.map((disagreements) => ({ disagreements }))
  } finally {
    await api.stop()
  }
}
