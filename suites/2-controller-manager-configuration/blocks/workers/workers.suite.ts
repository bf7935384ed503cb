import { becomesTrue, expect, shared, test, formerly } from '#kit'
import { type Hold, hold } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { serviceAccountKey } from '../../../shared/manager/rsa-key.ts'
import { untilQuiet, put, sharedFixture } from '../fixture.ts'
import { namespaceOf, workersCases } from './cases.ts'

// Some controllers wait before they process new objects.
const firstWithinMs = 25_000
// The requests of a second pool of workers follow the first ones within this time, even on a busy machine.
const restMs = 2_500
// Without a key, no tokens can be issued.
const key = '/SAController/ServiceAccountKeyFile'
const watched = [
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

/** All controllers, each with the number of workers at that index of its case. */
const fixtures = ([0, 1] as const).map((which) => {
  const fixture = sharedFixture(() => ({
    blocks: workersCases.map(({ block }) => block),
    fields: {
      ...Object.fromEntries(workersCases.map(({ field, values }) => [field, values[which]])),
      '/HPAController/HorizontalPodAutoscalerSyncPeriod': '1s',
      [key]: serviceAccountKey(),
    },
    watched,
    // Without a node, daemon sets create nothing.
    before: (api) => put(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } }),
  }))
  // Objects are created when all controllers are waiting, so that the workers are idle.
  return shared(async () => {
    const { api } = await fixture()
    const holds = new Map<string, Hold>()
    for (const { block, held, give, values } of workersCases) {
      const one = hold()
      holds.set(block, one)
      api.on(held, one.answer)
      const objects = 2 * values[which] + 2
      for (let number = 0; number < objects; number++) give(api, `judged-${number}`, namespaceOf(block))
    }
    return { world: fixture, holds }
  })
})

for (const { block, field, values } of workersCases) {
  const name = field.slice(1).replace('/', '.')
  fieldRule(
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
            const held = holds.get(block)
            // Waits first for the required number, however long a busy machine takes, then for any excess.
            await becomesTrue(() => (held?.mostAtOnce ?? 0) >= values[which], firstWithinMs)
            await untilQuiet(() => held?.taken ?? 0, restMs)

            expect(held?.mostAtOnce).toBe(values[which])
          },
        )
        .sees(ignoring(field), ...(block === 'SAController' ? [ignoring(key)] : []))
    },
  )
}
