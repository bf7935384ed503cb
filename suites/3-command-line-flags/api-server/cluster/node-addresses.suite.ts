import { expect, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { hostOfRequest } from './node-calls.ts'
import { addressTypes, callNode, serverOfAgents } from './node-fixtures.ts'
import { defaultServer } from './fixtures.ts'

const { must } = rulesOf({ capability: 'node-calls', overlaps: true })

const defaultTypes = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'] as const

must(
  'flag.orchlet-preferred-address-types.order',
  flagRow('--orchlet-preferred-address-types', 'order'),
  () => {
    says('A node is called at its address of the first type of the list that it has.')
    for (const [at, preferred] of defaultTypes.slice(0, -1).entries()) {
      const nextType = defaultTypes[at + 1] ?? ''
      test(`${preferred} comes before ${nextType} without the flag`, async () => {
        // The order of the status is irrelevant.
        const addresses = [
          [nextType, '127.0.0.1'],
          [preferred, 'localhost'],
        ] as const

        expect(hostOfRequest(await callNode(await defaultServer(), addresses))).toBe('localhost')
      }).sees('node-address-default-order-differs')
    }

    test(
      {
        title: 'the first address type in the order of the flag is called',
        id: 'the order of the flag counts',
      },
      async () => {
        const [preferred, next] = addressTypes
        const addresses = [
          [next, '127.0.0.1'],
          [preferred, 'localhost'],
        ] as const

        expect(hostOfRequest(await callNode(await serverOfAgents(), addresses))).toBe('localhost')
      },
    ).sees('node-address-types-unordered')

    test('an address of a type that the list does not have is not used', async () => {
      const { answer, requests } = await callNode(await serverOfAgents(), [['InternalIP', '127.0.0.1']])

      expect(requests).toEqual([])
      expect(answer?.status ?? 0).toBeGreaterThanOrEqual(400)
    }).sees('node-address-of-any-type')
  },
)
