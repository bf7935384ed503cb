import { becomesTrue, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { requireSettable } from '#harness/programs/manager-arguments.ts'
import { type ApiServerRequest, isMeant, type Matching } from '#mocks/api-server/index.ts'
import { controllerName } from '../../../shared/controller-manager.ts'
import { serviceAccountKey } from '../../../shared/manager/rsa-key.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { putObject, sharedFixture, termInDialect } from '../fixture.ts'
import { namespaceOf, type WorkersCase, workersCases } from './cases.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  overlaps: true,
  waits: true,
})
const withinMs = 40_000
const listPointer = '/Generic/Controllers'
const credentials = '/OrchCloudShared/UseServiceAccountCredentials'

/** Requests that only the given controller sends. Other controllers list all namespaces and their content. */
const uniqueRequests: Readonly<Record<string, Matching>> = {
  GarbageCollectorController: {
    verb: ['get', 'delete'],
    resource: 'configmaps',
    namespace: namespaceOf('GarbageCollectorController'),
    name: ['first', 'second'],
  },
  NamespaceController: {
    verb: ['update', 'patch', 'delete'],
    where: ({ resource, name }) => resource === 'namespaces' && name.startsWith('ending-'),
  },
  HPAController: {
    verb: ['get', 'update', 'patch'],
    namespace: namespaceOf('HPAController'),
    where: ({ resource }) => resource === 'horizontalpodautoscalers' || resource === 'deployments',
  },
}

const isEven = (_: WorkersCase, index: number) => index % 2 === 0
const caseHalves = [
  workersCases.filter(isEven),
  workersCases.filter((workersCase, index) => !isEven(workersCase, index)),
] as const

/** Managers in which one half of the controllers is disabled, with the requests of each controller. */
const fixtures = caseHalves.map((disabledCases) => {
  const managerFixture = sharedFixture(() => ({
    blocks: [],
    fields: {
      [listPointer]: ['*', ...disabledCases.map(({ block }) => `-${controllerName(block)}`)],
      '/HPAController/HorizontalPodAutoscalerSyncPeriod': '1s',
      '/SAController/ServiceAccountKeyFile': serviceAccountKey(),
      [credentials]: true,
    },
    watchedResources: ['nodes', 'pods'],
    prepareApi: (api) => {
      putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
      // The namespace contains the accounts of controllers.
      const name = termInDialect('orch-system')
      if (api.hand.get({ resource: 'namespaces', name }) === undefined)
        api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    },
  }))
  return shared(async () => {
    const { api } = await managerFixture()
    const requestsByBlock = new Map<string, () => readonly ApiServerRequest[]>()
    for (const { block, firstRequest } of workersCases)
      requestsByBlock.set(block, () =>
        api.journal.filter((request) => isMeant(request, uniqueRequests[block] ?? firstRequest)),
      )
    const createWork = (name: string) => {
      for (const workersCase of workersCases)
        workersCase.createObject(api, name, namespaceOf(workersCase.block))
    }
    const enabledCases = workersCases.filter((one) => !disabledCases.includes(one))
    const countRequests = ({ block }: WorkersCase) => requestsByBlock.get(block)?.().length ?? 0
    createWork('first')
    await becomesTrue(() => enabledCases.every((one) => countRequests(one) > 0), withinMs)
    // Disabled controllers had as much time as the enabled controllers needed for further work.
    const countsBefore = enabledCases.map(countRequests)
    createWork('second')
    await becomesTrue(
      () =>
        enabledCases.every((workersCase, index) => countRequests(workersCase) > (countsBefore[index] ?? 0)),
      withinMs,
    )
    return requestsByBlock
  })
})

must('manager.generic.controllers.each', 'Controllers', () => {
  says('Each controller runs with *, and does not run where its name is in the list with a minus.')
  for (const [index, disabledCases] of caseHalves.entries())
    for (const { block } of disabledCases) {
      test(
        {
          title: `${block} runs with *, and does not run when the list disables it`,
          id: `${block} runs with *, and not where it is disabled`,
        },
        async () => {
          requireSettable(currentCheck().dialect, 'controller-manager', [listPointer])
          const [without, others] = [await fixtures[index]?.(), await fixtures[1 - index]?.()]

          expect(others?.get(block)?.().length ?? 0, 'requests with *').toBeGreaterThan(0)
          expect(
            without
              ?.get(block)?.()
              .map(({ what }) => what),
            'requests where it is disabled',
          ).toEqual([])
        },
      ).sees(
        'field-ignored-generic-controllers',
        'controllers-star-enables-none',
        'controllers-star-counts-as-item',
        ...(block === 'CronJobController' ? ['cron-jobs-always-enabled'] : []),
        ...(block === 'SAController' ? ['field-ignored-sa-controller-service-account-key-file'] : []),
      )
    }
})

/** Controller that creates service account tokens, and has no service account. */
const tokenController = 'SAController'
const requesterOf = async (index: number, block: string) => {
  const requests = (await fixtures[1 - index]?.())?.get(block)?.() ?? []
  return new Set(requests.map(({ user }) => user?.name))
}

must(
  'manager.orch-cloud-shared.use-service-account-credentials.each',
  { section: 'Cloud-related blocks', row: 'UseServiceAccountCredentials' },
  () => {
    says('With UseServiceAccountCredentials, each controller has a service account that no other has.')
    for (const [index, half] of caseHalves.entries())
      for (const { block } of half.filter((one) => one.block !== tokenController))
        test(
          { title: `${block} has a separate service account`, id: `${block} has an account of its own` },
          async () => {
            requireSettable(currentCheck().dialect, 'controller-manager', [listPointer, credentials])
            const names = await requesterOf(index, block)
            const otherCases = half.filter((one) => one.block !== block && one.block !== tokenController)
            const otherAccounts = await Promise.all(otherCases.map((one) => requesterOf(index, one.block)))

            const unknownAccounts = [...names].filter((name) => !name?.startsWith('system:serviceaccount:'))
            expect(unknownAccounts, 'who sent its requests without an account').toEqual([])
            // Other controllers may have processed the same objects.
            expect(names.size, 'accounts').toBeGreaterThan(0)
            const identicalAccounts = otherAccounts.filter(
              (each) => each.size === names.size && [...each].every((name) => names.has(name)),
            )
            expect(identicalAccounts, 'controllers with just the same accounts').toEqual([])
          },
        ).sees(
          'service-account-credentials-shared',
          'controllers-star-enables-none',
          ignoringFault(credentials),
        )
  },
)
