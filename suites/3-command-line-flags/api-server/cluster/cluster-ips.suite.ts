import { isIPv4, isIPv6 } from 'node:net'
import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { makeService, createdService } from './services.ts'
import { apiService, configuredServer, oncePerServer, range } from './fixtures.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--service-cluster-ip-range'
const addressInRange = (last: number): string => `${range.ipv4}.${last}`

// Creates the service with a specific address before all others, because a service without a requested address may get
// any address.
const highest = oncePerServer((server) => makeService(server, { clusterIP: addressInRange(range.highest) }))
const dualStackService = oncePerServer(async (server) => {
  await highest(server)
  return makeService(server, { ipFamilyPolicy: 'RequireDualStack' })
})
const exhaustRange = oncePerServer(async (server) => {
  const api = await apiService(server)
  const addresses = [await highest(server), await dualStackService(server)]
  // Creates more services than the range of eight addresses permits.
  for (let serviceCount = 0; serviceCount < 9 && addresses.at(-1)?.status === 201; serviceCount++)
    addresses.push(await makeService(server, {}))
  const services = [api, ...addresses.map(createdService).filter((service) => service !== undefined)]
  return { addresses: services.map(({ spec }) => spec.clusterIP ?? ''), last: addresses.at(-1)?.status ?? 0 }
})

must(
  'flag.service-cluster-ip-range.addresses',
  { ...flagRow(flag, 'addresses'), capability: 'service-addresses' },
  () => {
    says('The cluster IPs of services come from the range, of which all addresses can be had.')
    accepts(
      {
        title: 'a service that requests the highest address of the range',
        id: 'a service that asks for the highest address of the range',
      },
      async () => {
        const service = createdService(await highest(await configuredServer()))

        expect(service?.spec.clusterIP).toBe(addressInRange(range.highest))
      },
    ).sees('cluster-ip-range-ignored')

    const outsideAddresses = {
      'just above the range': `${range.ipv4}.8`,
      'just below the range': '10.43.4.255',
    }
    refuses
      .for(outsideAddresses)(
        {
          title: 'a service that requests the address %s',
          id: 'a service that asks for the address %s',
        },
        async (clusterIP) => {
          const { status } = await makeService(await configuredServer(), { clusterIP })

          expect(status).toBeGreaterThanOrEqual(400)
        },
      )
      .sees('cluster-ip-outside-range-accepted')

    test(
      {
        title: 'services get each address of the range once, and no other address',
        id: 'services get each address of the range once, and no others',
      },
      async () => {
        const { addresses: all, last } = await exhaustRange(await configuredServer())
        const usableAddresses = Array.from({ length: range.highest }, (_, at) =>
          addressInRange(range.lowest + at),
        )

        expect(last, 'one service more').toBeGreaterThanOrEqual(400)
        expect(all.filter((address, at) => all.indexOf(address) !== at)).toEqual([])
        expect(usableAddresses.filter((address) => !all.includes(address))).toEqual([])
        expect(all.filter((address) => !/^10\.43\.5\.[0-7]$/.test(address))).toEqual([])
      },
    ).sees('cluster-ip-given-twice')
  },
)

must(
  'flag.service-cluster-ip-range.dual-stack',
  { ...flagRow(flag, 'dual-stack'), capability: 'service-addresses' },
  () => {
    says('With a range of each IP version, services can have an address of each.')
    test('a service of both IP versions has an address of each range', async () => {
      const addresses =
        createdService(await dualStackService(await configuredServer()))?.spec.clusterIPs ?? []

      expect(addresses.map((address) => isIPv4(address) && address.startsWith(`${range.ipv4}.`))).toEqual([
        true,
        false,
      ])
      expect(addresses.filter((address) => isIPv6(address) && address.startsWith('fd00:43::'))).toHaveLength(
        1,
      )
    }).sees('second-cluster-ip-range-unused')
  },
)

must(
  'flag.service-cluster-ip-range.two-families',
  {
    ...flagRow(flag, 'two ranges'),
    twin: 'flag.service-cluster-ip-range.two-at-most/accepts-a-range-of-each-ip-version',
  },
  () => {
    says('Two ranges are one of each IP version.')
    const sameFamilyRanges = {
      'two ranges of IPv4': '10.0.0.0/24,10.1.0.0/24',
      'two ranges of IPv6': 'fd00:10::/112,fd00:11::/112',
    }
    refuses
      .for(sameFamilyRanges)('%s', async (ranges) => {
        await expectRefusal({ flags: { [flag]: ranges } }, 'service-cluster-ip-range')
      })
      .sees('service-ip-ranges-of-one-family-accepted')
  },
)
