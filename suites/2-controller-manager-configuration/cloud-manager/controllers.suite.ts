import { expect, becomesTrueSoon, rule, test } from '#kit'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import { cloudManagerRule, loopName, startCloudManager } from '../../shared/cloud-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { hasBalanced, hasInitialized } from '../../shared/manager/cloud-migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const withinMs = 15_000
const silentMs = 2_000
const row = 'CloudControllerManagerConfiguration members.Generic'

interface LoopList {
  /** Value of the list. `nodes` and `services` represent the names of their loops. */
  readonly list: readonly string[]
  readonly isNodesEnabled: boolean
  readonly isServicesEnabled: boolean
  readonly faults: readonly string[]
}

const starFault = 'controllers-star-enables-none'
const ignoredListFault = ignoringFault('/Generic/Controllers')
const cases: Readonly<Record<string, LoopList>> = {
  'a star': { list: ['*'], isNodesEnabled: true, isServicesEnabled: true, faults: [starFault] },
  'a star and a name with a minus': {
    list: ['*', '-services'],
    isNodesEnabled: true,
    isServicesEnabled: false,
    faults: [starFault, ignoredListFault],
  },
  'a name with a minus, its name and another name': {
    list: ['-services', 'services', 'nodes'],
    isNodesEnabled: true,
    isServicesEnabled: false,
    faults: ['controllers-last-item-wins', ignoredListFault],
  },
  'a name, the name with a minus and another name': {
    list: ['nodes', '-nodes', 'services'],
    isNodesEnabled: true,
    isServicesEnabled: true,
    faults: ['controllers-last-item-wins'],
  },
}

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.generic.controllers',
    says: 'Controllers of Generic enables and disables the loops of the cloud controller manager: * all of them, a name its loop, and the first item for a name decides.',
    source: { document: 2, section: 'Top-level kinds', rows: [row], aspect: 'controllers' },
  },
  () => {
    test
      .for(cases)(
        { title: 'runs the loops of a list with %s', id: '%s' },
        async ({ list, isNodesEnabled, isServicesEnabled }) => {
          const { cloud } = await startCloudManager({
            configuration: { Generic: { Controllers: list.map(itemOf) } },
            extraConfiguration: { OrchCloudShared: { ConfigureCloudRoutes: false } },
            prepareApi: (one) => {
              createNode(one, 'node-new', { isNew: true })
              createNode(one, 'node-old')
              createService(one, 'web')
            },
          })
          const isDone = () =>
            (hasInitialized(cloud) || !isNodesEnabled) && (hasBalanced(cloud) || !isServicesEnabled)
          await expectWithin(isDone, { withinMs, what: 'the enabled loops worked' })
          const isDisabledRunning = () =>
            (hasInitialized(cloud) && !isNodesEnabled) || (hasBalanced(cloud) && !isServicesEnabled)

          expect(await becomesTrueSoon(isDisabledRunning, silentMs), 'a disabled loop worked').toBe(false)
        },
      )
      .sees(({ faults }) => faults)
  },
)

function itemOf(item: string): string {
  if (item === '*') return item
  const name = loopName(item.endsWith('nodes') ? 'nodes' : 'services')
  return item.startsWith('-') ? `-${name}` : name
}

/** Returns the users of the first write of each loop. */
async function writersWith(UseServiceAccountCredentials: boolean): Promise<readonly (string | undefined)[]> {
  const { api } = await startCloudManager({
    loops: ['services', 'nodes'],
    configuration: { OrchCloudShared: { UseServiceAccountCredentials } },
    prepareApi: (one) => {
      createNode(one, 'node-new', { isNew: true })
      createNode(one, 'node-old')
      createService(one, 'web')
    },
  })
  const writes = (resource: string) =>
    api.journal.filter(
      (request: ApiServerRequest) =>
        request.resource === resource && ['update', 'patch'].includes(request.verb),
    )
  const resources = ['nodes', 'services']
  await expectWithin(() => resources.every((resource) => writes(resource).length > 0), {
    withinMs,
    what: 'both loops wrote',
  })
  return resources.map((resource) => writes(resource)[0]?.user?.name)
}

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.use-service-account-credentials.used',
    says: 'The loops of the cloud controller manager have service accounts of their own where UseServiceAccountCredentials is true, and else not.',
    source: {
      document: 2,
      section: 'Cloud-related blocks',
      rows: ['UseServiceAccountCredentials'],
      aspect: 'of the cloud controller manager',
    },
  },
  () => {
    test(
      { title: 'two loops write as two service accounts when it is true', id: 'two-accounts' },
      async () => {
        const names = await writersWith(true)

        expect(
          names.map((name) => name?.startsWith('system:serviceaccount:')),
          'service accounts',
        ).toEqual([true, true])
        expect(new Set(names).size, 'different ones').toBe(2)
      },
    ).sees('service-account-credentials-shared')

    test({ title: 'two loops write without service accounts when it is false', id: 'none' }, async () => {
      expect(await writersWith(false)).toEqual([undefined, undefined])
    }).sees('service-account-credentials-always')
  },
)
