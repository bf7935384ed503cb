import { BlockList, isIP } from 'node:net'

/** Range of addresses for services. */
export interface AddressRange {
  readonly family: 'IPv4' | 'IPv6'
  /** Reports whether the range contains an address. */
  holds(address: string): boolean
  /** Yields its addresses, lowest first, except the network address and, for IPv4, the broadcast address. */
  addresses(): Generator<string>
}

// Maximum number of addresses of a range, which bounds searches. No check creates as many services.
const maxAddresses = 65_536n

/** Parses a CIDR such as `10.0.0.0/24`. */
export function addressRange(cidr: string): AddressRange {
  const [network = '', length = '0'] = cidr.split('/')
  const family = isIP(network) === 4 ? 'IPv4' : 'IPv6'
  const familyName = family === 'IPv4' ? 'ipv4' : 'ipv6'
  const addressBits = family === 'IPv4' ? 32n : 128n
  const size = 1n << (addressBits - BigInt(length))
  const firstAddress = (numberOf(network) / size) * size
  const block = new BlockList()
  block.addSubnet(network, Number(length), familyName)
  return {
    family,
    holds: (address) => isIP(address) === (family === 'IPv4' ? 4 : 6) && block.check(address, familyName),
    *addresses() {
      const endOffset = family === 'IPv4' ? size - 1n : size
      for (let offset = 1n; offset < endOffset && offset < maxAddresses; offset++)
        yield textOf(firstAddress + offset, family)
    },
  }
}

function numberOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = '', tailText] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [leadingGroups, trailingGroups] = [groups(head), groups(tailText ?? '')]
  const zeroGroups = Array.from({ length: 8 - leadingGroups.length - trailingGroups.length }, () => '0')
  return [...leadingGroups, ...zeroGroups, ...trailingGroups].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  )
}

function textOf(number: bigint, family: AddressRange['family']): string {
  if (family === 'IPv4') return [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((number >> BigInt(16 * (7 - at))) & 65_535n).toString(16),
  )
  // A URL contains the shortest form.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
