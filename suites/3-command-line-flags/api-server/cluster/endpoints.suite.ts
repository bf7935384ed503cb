import { becomesTrue, currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  advertisedAddresses,
  apiService,
  configuredServer,
  configuredElections,
  createOnServer,
  defaultElections,
} from './fixtures.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

const { must } = rulesOf({ capability: 'api-service', overlaps: true, limitMs: 120_000 })

const flag = '--endpoint-reconciler-type'
const keptWithinMs = 15_000
// Long enough for endpoints to appear after their service.
const absentForMs = 2_000
// Long enough for two comparisons of the endpoints, which servers perform every ten seconds.
const putBackWithinMs = 25_000
const manualAddress = '192.0.2.77'

interface Endpoints {
  readonly subsets?: readonly { readonly addresses?: readonly { readonly ip: string }[] }[]
}

async function addresses(server: ApiServer): Promise<readonly string[]> {
  const path = `/api/v1/namespaces/default/endpoints/${currentCheck().open('api.service')}`
  const { status, body } = await server.request({ path })
  if (status !== 200) return []
  const { subsets = [] } = JSON.parse(body) as Endpoints
  return subsets.flatMap((subset) => (subset.addresses ?? []).map(({ ip }) => ip))
}

/** Creates endpoints for a server that creates no endpoints. */
async function writeEndpoints(server: ApiServer): Promise<void> {
  const { status } = await createOnServer(server, '/api/v1/namespaces/default/endpoints', {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: currentCheck().open('api.service') },
    subsets: [{ addresses: [{ ip: manualAddress }], ports: [{ name: 'https', port: 443 }] }],
  })
  expect(status, 'the status of the endpoints of an administrator').toBe(201)
}

const electionServers = { lease: defaultElections, 'master-count': configuredElections } as const

must('flag.endpoint-reconciler-type.endpoints', flagRow(flag, 'meaning'), () => {
  says('The endpoints of the API service are kept by leases or by the number of masters, or not at all.')
  for (const type of ['lease', 'master-count'] as const) {
    test(`with ${type}, the endpoints have the address that the server advertises`, async () => {
      const server = await electionServers[type]()
      await apiService(server)
      const isKept = async () => (await addresses(server)).includes(advertisedAddresses[type])

      expect(await becomesTrue(isKept, keptWithinMs), 'the address is there').toBe(true)
    }).sees(`endpoint-reconciler-${type}-idle`)
  }

  test(
    {
      title: 'without a controller, the endpoints have no address',
      id: 'with none, nobody puts an address there',
    },
    async () => {
      const server = await configuredServer()
      await apiService(server)
      const isKept = async () => (await addresses(server)).length > 0

      expect(await becomesTrueSoon(isKept, absentForMs), 'an address is there').toBe(false)
      await writeEndpoints(server)
      expect(await addresses(server), 'the address that an administrator puts there').toEqual([manualAddress])
    },
  ).sees('endpoint-reconciler-none-reconciles', 'endpoint-reconciler-none-refuses')
})

must('flag.endpoint-reconciler-type.mended', flagRow(flag, 'endpoints that others change'), () => {
  says('Endpoints of the API service that others change have the advertised address again, each time.')
  for (const type of ['lease', 'master-count'] as const) {
    test(
      { title: `with ${type}, the advertised address is restored after each change`, id: type },
      async () => {
        const server = await electionServers[type]()
        await apiService(server)
        const isKept = async () => (await addresses(server)).includes(advertisedAddresses[type])
        expect(await becomesTrue(isKept, keptWithinMs), 'the address is there at first').toBe(true)
        for (const ordinal of ['first', 'second']) {
          expect(await overwriteEndpoints(server), `the status of the ${ordinal} change`).toBe(200)
          expect(await becomesTrue(isKept, putBackWithinMs), `the address after the ${ordinal} change`).toBe(
            true,
          )
        }
      },
    ).sees('endpoints-published-once')
  }
})

/** Overwrites the address in the endpoints, and returns the status of the response. */
async function overwriteEndpoints(server: ApiServer): Promise<number> {
  const { status } = await server.request({
    method: 'PATCH',
    path: `/api/v1/namespaces/default/endpoints/${currentCheck().open('api.service')}`,
    headers: mergePatchHeaders,
    body: JSON.stringify({
      subsets: [{ addresses: [{ ip: manualAddress }], ports: [{ name: 'https', port: 443 }] }],
    }),
  })
  return status
}
