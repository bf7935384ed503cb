import { becomesTrue, expect, shared, test, formerly } from '#kit'
import { type Hold, hold } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { serviceAccountKey } from '../../../shared/manager/rsa-key.ts'
import { untilQuiet, putObject, sharedFixture } from '../fixture.ts'
import { namespaceOf, workersCases } from './cases.ts'

// Longest wait for the first requests, because some controllers wait before they process new objects.
const firstEventTimeoutMs = 25_000
// A second pool of workers sends its requests within this time after the first requests, even on a busy machine.
const restMs = 2_500
// Without a key, no tokens can be issued.
const key = '/SAController/ServiceAccountKeyFile'
const watchedResources = [
  'cronjobs',
  'daemonsets',
  'deployments',
  'statefulsets',
  'services',
  'endpoints',
  'endpointslices',
  'pods',
  'horizontalpodautoscalers',
  'jobs',
  'namespaces',
  'replicasets',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'serviceaccounts',
  'validatingadmissionpolicies',
  'configmaps',
]

/** Managers with all controllers, each with one of the two numbers of workers. */
const fixtures = ([0, 1] as const).map((which) => {
  const workersFixture = sharedFixture(() => ({
    blocks: workersCases.map(({ block }) => block),
    fields: {
      ...Object.fromEntries(workersCases.map(({ field, values }) => [field, values[which]])),
      '/HPAController/HorizontalPodAutoscalerSyncPeriod': '1s',
      [key]: serviceAccountKey(),
    },
    watchedResources,
    // Without a node, daemon sets create nothing.
    prepareApi: (api) => putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } }),
  }))
  // Objects are created when all controllers are waiting, so that the workers are idle.
  return shared(async () => {
    const { api } = await workersFixture()
    const holdsByBlock = new Map<string, Hold>()
    for (const { block, firstRequest, createObject, values } of workersCases) {
      const blockHold = hold()
      holdsByBlock.set(block, blockHold)
      api.on(firstRequest, blockHold.answer)
      const objects = 2 * values[which] + 2
      for (let number = 0; number < objects; number++)
        createObject(api, `judged-${number}`, namespaceOf(block))
    }
    return { world: workersFixture, holds: holdsByBlock }
  })
})

for (const { block, field, values } of workersCases) {
  const name = field.slice(1).replace('/', '.')
  declareFieldRule(
    {
      field,
      aspect: 'workers',
      says: `As many objects as ${name} says are worked on at one time, if there are so many, and no more.`,
    },
    () => {
      test
        .for({ 'the first number': 0, 'the second number': formerly('another number', 1) } as const)(
          { title: 'has as many requests in flight as %s', id: 'has as many requests under way as %s says' },
          async (which) => {
            requireFields(field)
            const { world: fixture, holds } = await (fixtures[which] ?? fixtures[0])!()
            await fixture()
            const heldBlock = holds.get(block)
            // Waits first for the required number, however long a busy machine takes, then for any excess.
            await becomesTrue(() => (heldBlock?.mostAtOnce ?? 0) >= values[which], firstEventTimeoutMs)
            await untilQuiet(() => heldBlock?.taken ?? 0, restMs)

            expect(heldBlock?.mostAtOnce).toBe(values[which])
          },
        )
        .sees(ignoringFault(field), ...(block === 'SAController' ? [ignoringFault(key)] : []))
    },
  )
}
