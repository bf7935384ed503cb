import { formerly, accepts, expect, refuses, rulesOf, says, test } from '#kit'
import type { Source } from '#kit/tables.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { serverOfAgents, nodePortRange } from './node-fixtures.ts'
import { makeNodePort, createdService } from './services.ts'
import {
  apiNodePort,
  apiService,
  configuredServer,
  oncePerServer,
  defaultServer,
  type ServerFixture,
} from './fixtures.ts'

const { must } = rulesOf()

const flag = '--service-node-port-range'

interface NodePortRange {
  readonly id: string
  readonly says: string
  readonly source: Source
  readonly fixture: ServerFixture
  readonly lowest: number
  readonly highest: number
  /** Value of the flag that permits a larger range. */
  readonly widerRange: string
}

const ranges: readonly NodePortRange[] = [
  {
    id: 'flag.service-node-port-range.inclusive',
    says: 'Node ports are from the range, both ends of which belong to it.',
    source: flagRow(flag, 'range'),
    fixture: serverOfAgents,
    ...nodePortRange,
    widerRange: 'node-port-range-ignored',
  },
  {
    id: 'flag.service-node-port-range.default',
    says: 'Unless the flag says otherwise, node ports are from 30000 to 32767, inclusive.',
    source: { document: 3, section: 'Limits', rows: ['node port range for services'] },
    fixture: defaultServer,
    lowest: 30_000,
    highest: 32_767,
    widerRange: 'node-port-default-range-wider',
  },
]

const servicesAtEnds = ranges.map(({ lowest, highest }) =>
  oncePerServer(async (server) => [await makeNodePort(server, lowest), await makeNodePort(server, highest)]),
)

for (const [at, { id, says: sentence, source, fixture, lowest, highest, widerRange }] of ranges.entries()) {
  const ruleOptions = { capability: 'service-addresses', judgedBy: 'behaviour', overlaps: true } as const
  must(id, { ...source, ...ruleOptions }, () => {
    says(sentence)
    accepts(
      {
        title: 'services that request the first and the last port of the range',
        id: 'services that ask for the first and the last port of the range',
      },
      async () => {
        const createdServices = (await servicesAtEnds[at]?.(await fixture())) ?? []
        const ports = createdServices.map((answer) => createdService(answer)?.spec.ports[0]?.nodePort)

        expect(ports).toEqual([lowest, highest])
      },
    ).sees('lowest-node-port-unused')

    const outsidePorts = {
      'before the first': lowest - 1,
      'after the last': formerly('behind the last', highest + 1),
    }
    refuses
      .for(outsidePorts)(
        {
          title: 'a service that requests the port %s',
          id: 'a service that asks for the port %s',
        },
        async (nodePort) => {
          const { status } = await makeNodePort(await fixture(), nodePort)

          expect(status).toBeGreaterThanOrEqual(400)
        },
      )
      .sees(widerRange)

    if (fixture !== serverOfAgents) return
    test(
      {
        title: 'services without a port get the ports of the range until all are used',
        id: 'services that name no port get those of the range, until none is left',
      },
      async () => {
        const server = await fixture()
        await servicesAtEnds[at]?.(server)
        const [rest, more] = [await makeNodePort(server), await makeNodePort(server)]

        expect(createdService(rest)?.spec.ports[0]?.nodePort).toBe(lowest + 1)
        expect(more.status, 'one service more').toBeGreaterThanOrEqual(400)
      },
    ).sees(widerRange)
  })
}

must(
  'flag.orch-service-node-port.service-type',
  { ...flagRow('--orch-service-node-port', 'meaning'), capability: 'api-service', overlaps: true },
  () => {
    says('The API service is of type NodePort on the port of the flag, and of type ClusterIP without one.')
    test('the API service has the port on every node', async () => {
      const { spec } = await apiService(await configuredServer())

      expect({ type: spec.type, ports: spec.ports.map(({ nodePort }) => nodePort) }).toEqual({
        type: 'NodePort',
        ports: [apiNodePort],
      })
    }).sees('api-service-node-port-ignored')

    test(
      {
        title: 'without the flag, the API service has only an address of the cluster',
        id: 'without the flag the API service has an address of the cluster alone',
      },
      async () => {
        expect((await apiService(await defaultServer())).spec.type).toBe('ClusterIP')
      },
    ).sees('api-service-always-node-port')
  },
)
