import { networkInterfaces } from 'node:os'
import { expect, HarnessError, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { internalAddresses, nodeWithFlags } from './node-with-flags.ts'

const { must } = rulesOf({ program: 'node-agent' })

/** Returns the addresses of this machine in a family, without link-local addresses. */
function ownAddressesOf(family: 'IPv4' | 'IPv6'): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter((each) => !each.internal && each.family === family && !each.address.startsWith('fe80'))
    .map(({ address }) => address)
}

/**
 * Returns the addresses of this machine in both families. The check is not applicable if the machine has addresses of
 * only one family.
 */
function ownAddressesOfBoth(): { readonly ipv4Addresses: string[]; readonly ipv6Addresses: string[] } {
  const [ipv4Addresses, ipv6Addresses] = [ownAddressesOf('IPv4'), ownAddressesOf('IPv6')]
  if (ipv4Addresses.length > 0 && ipv6Addresses.length > 0) return { ipv4Addresses, ipv6Addresses }
  throw new HarnessError('not-applicable', 'This machine has no addresses of both families.')
}

must('agent.node.addresses', flagRow('--node-ip', 'value'), () => {
  says('The node has the addresses of --node-ip.')
  test({ title: 'the node has the address of the flag', id: 'has the address' }, async () => {
    // Selects an address of the family that is not the default.
    const [address] = [...ownAddressesOf('IPv6'), ...ownAddressesOf('IPv4')]
    if (address === undefined)
      throw new HarnessError('not-applicable', 'This machine has no address but its own loopback.')
    expect(internalAddresses(await nodeWithFlags({ '--node-ip': address }))).toEqual([address])
  }).sees('node-ip-ignored')

  test({ title: 'the node has both addresses of a pair', id: 'has both addresses of a pair' }, async () => {
    const { ipv4Addresses, ipv6Addresses } = ownAddressesOfBoth()
    const addressPair = [ipv6Addresses[0] ?? '', ipv4Addresses[0] ?? '']
    expect(internalAddresses(await nodeWithFlags({ '--node-ip': addressPair.join(',') }))).toEqual(
      addressPair,
    )
  }).sees('node-ip-first-only')
})

must('agent.node.address-family', flagRow('--node-ip', 'family'), () => {
  says('Without --node-ip the node has the default IPv4 address; with :: it prefers IPv6.')
  test(
    { title: 'the node has an IPv4 address without the flag', id: 'has an IPv4 address without the flag' },
    async () => {
      const { ipv4Addresses } = ownAddressesOfBoth()
      expect(ipv4Addresses).toContain(internalAddresses(await nodeWithFlags({}))?.[0])
    },
  ).sees('node-ip-default-is-sixth')

  test({ title: 'the node has an IPv6 address with ::', id: 'has an IPv6 address with ::' }, async () => {
    const { ipv6Addresses } = ownAddressesOfBoth()
    expect(ipv6Addresses).toContain(internalAddresses(await nodeWithFlags({ '--node-ip': '::' }))?.[0])
  }).sees('node-ip-colons-ignored')
})
