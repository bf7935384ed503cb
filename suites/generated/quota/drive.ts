import { becomesTrue } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../../2-controller-manager-configuration/blocks/fixture.ts'
import { judgeOnManager } from '../on-manager.ts'
import { countedResources, type Counted, type QuotaAction, type QuotaCase } from './model.ts'
import { usageAfter } from './oracle.ts'

const periodMs = 1_000
// Longest wait for the quotas. A manager first reads all resources that quotas can count.
const settlesWithinMs = 20_000
const name = 'drawn'

const contents: Readonly<Record<Counted, object>> = {
  configmaps: { kind: 'ConfigMap' },
  secrets: { kind: 'Secret', type: 'Opaque' },
  services: { kind: 'Service', spec: { ports: [{ port: 80 }] } },
}

/** Runs all cases on one controller manager, each in a separate namespace. */
export function judgeQuotas(cases: readonly QuotaCase[]): Promise<readonly CaseResult[]> {
  return judgeOnManager(cases, {
    configuration: {
      blocks: ['ResourceQuotaController'],
      fields: { '/ResourceQuotaController/ResourceQuotaSyncPeriod': `${periodMs}ms` },
      watchedResources: ['resourcequotas'],
    },
    prepare: (api) => {
      for (const caseIndex of cases.keys())
        putObject(api, {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name, namespace: namespaceOf(caseIndex) },
          spec: { hard: Object.fromEntries(countedResources.map((resource) => [resource, '10'])) },
        })
    },
    play: (api, disagreements) => playAllRounds(cases, api, disagreements),
  })
}

const namespaceOf = (at: number): string => `drawn-${at}`

async function playAllRounds(
  cases: readonly QuotaCase[],
  api: ApiServer,
  disagreements: readonly Disagreement[][],
): Promise<void> {
  const roundCount = Math.max(...cases.map(({ rounds }) => rounds.length))
  // Each quota has a usage before other clients write a usage.
  await compare(cases, 0, api, disagreements)
  for (let index = 0; index < roundCount && disagreements.every(({ length }) => length === 0); index++) {
    for (const [at, { rounds }] of cases.entries())
      for (const action of rounds[index] ?? []) playAction(api, namespaceOf(at), action)
    await compare(cases, index + 1, api, disagreements)
  }
}

function playAction(api: ApiServer, namespace: string, action: QuotaAction): void {
  if ('wrong' in action) {
    const status = { used: { [action.resource]: String(action.wrong) } }
    api.hand.patch({ resource: 'resourcequotas', namespace, name }, { status })
    return
  }
  const { resource, object, exists } = action
  const ref = { resource, namespace, name: object }
  const isPresent = api.hand.get(ref) !== undefined
  if (exists && !isPresent)
    putObject(api, {
      apiVersion: 'v1',
      metadata: { name: object, namespace },
      ...contents[resource],
    } as ApiObject)
  else if (!exists && isPresent) api.hand.remove(ref)
}

/** Waits until the usage of each quota is the number of its objects after some rounds. */
async function compare(
  cases: readonly QuotaCase[],
  rounds: number,
  api: ApiServer,
  disagreements: readonly Disagreement[][],
): Promise<void> {
  const expected = cases.map((one) =>
    JSON.stringify(countedResources.map((resource) => String(usageAfter(one, rounds)[resource]))),
  )
  const usedText = (at: number): string => {
    const quota = api.hand.get({ resource: 'resourcequotas', namespace: namespaceOf(at), name })
    const status = quota?.status as { used?: Readonly<Record<string, string>> } | undefined
    return JSON.stringify(countedResources.map((resource) => status?.used?.[resource]))
  }
  await becomesTrue(() => cases.every((_, at) => usedText(at) === expected[at]), settlesWithinMs)
  for (const [at, one] of cases.entries())
    if (usedText(at) !== expected[at])
      disagreements[at]?.push({
        asked: { ...one, afterRounds: rounds, counted: countedResources },
        expected: expected[at],
        actual: usedText(at),
      })
}
