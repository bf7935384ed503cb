import { isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Returns the configured addresses of the node. Throws a Refusal for more than one address of a family. */
export function wantedAddresses(text: string | undefined): readonly string[] {
  const addresses = (text ?? '').split(',').flatMap((address) => address.trim() || [])
  const invalidAddress = addresses.find((address) => isIP(address) === 0)
  if (invalidAddress !== undefined && !freedom('addresses-unchecked'))
    throw new Refusal(`--node-ip: ${invalidAddress} is no IP address`)
  const ipv6Count = addresses.filter((address) => isIPv6(address)).length
  const isValidPair = addresses.length < 2 || (addresses.length === 2 && ipv6Count === 1)
  if (!isValidPair && !fault('node-ip-pair-unchecked'))
    throw new Refusal(`--node-ip: ${addresses.join(',')} is neither an address nor one of each family`)
  return addresses.length > 0 && fault('node-ip-ignored') ? [] : addresses
}

/** Returns the addresses of the node: the configured addresses, or the first address of the host. */
export function nodeAddresses(configuredAddresses: readonly string[]): readonly string[] {
  const prefersIpv6 =
    configuredAddresses[0] === '::'
      ? !fault('node-ip-colons-ignored')
      : configuredAddresses.length === 0 && fault('node-ip-default-is-sixth')
  const families = prefersIpv6 ? (['IPv6', 'IPv4'] as const) : (['IPv4', 'IPv6'] as const)
  if (
    configuredAddresses.length > 0 &&
    configuredAddresses[0] !== '::' &&
    configuredAddresses[0] !== '0.0.0.0'
  )
    return configuredAddresses.length > 1 && fault('node-ip-first-only')
      ? configuredAddresses.slice(0, 1)
      : configuredAddresses
  const interfaceAddresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return families
    .flatMap((family) =>
      interfaceAddresses.filter(
        (interfaceAddress) =>
          !interfaceAddress.internal &&
          interfaceAddress.family === family &&
          !interfaceAddress.address.startsWith('fe80'),
      ),
    )
    .map(({ address }) => address)
    .slice(0, 1)
}
