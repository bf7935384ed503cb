import { isIP } from 'node:net'

/** Range of addresses. */
export interface Range {
  readonly bits: 32 | 128
  readonly first: bigint
  readonly prefix: number
}

/** Parses `10.0.0.0/8` or `fd00::/48`. Returns `undefined` for any other string. */
export function readRange(text: string): Range | undefined {
  const [address = '', length = ''] = text.trim().split('/')
  const family = isIP(address)
  const addressBits = family === 4 ? 32 : 128
  if (family === 0 || !/^\d+$/.test(length) || Number(length) > addressBits) return undefined
  const prefix = Number(length)
  const hostBits = BigInt(addressBits - prefix)
  return {
    bits: addressBits,
    prefix,
    first: ((family === 4 ? ipv4Bits(address) : ipv6Value(address)) >> hostBits) << hostBits,
  }
}

/** Yields the consecutive subranges of a range that have the given prefix length. */
export function* subranges(range: Range, prefix: number): Generator<Range> {
  const size = 1n << BigInt(range.bits - prefix)
  const end = range.first + (1n << BigInt(range.bits - range.prefix))
  for (let firstAddress = range.first; firstAddress < end; firstAddress += size)
    yield { bits: range.bits, first: firstAddress, prefix }
}

/** Reports whether two ranges share an address. */
export function rangesOverlap(left: Range, right: Range): boolean {
  if (left.bits !== right.bits) return false
  const shiftBits = BigInt(left.bits - Math.min(left.prefix, right.prefix))
  return left.first >> shiftBits === right.first >> shiftBits
}

/** Formats a range as text. */
export function rangeText({ bits, first, prefix }: Range): string {
  const digits = bits === 32 ? 8 : 32
  const hex = first.toString(16).padStart(digits, '0')
  if (bits === 32)
    return `${hex
      .match(/../g)
      ?.map((byte) => Number.parseInt(byte, 16))
      .join('.')}/${prefix}`
  const groups = hex.match(/..../g)?.map((group) => group.replace(/^0+(?=.)/, '')) ?? []
  return `${new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)}/${prefix}`
}

const ipv4Bits = (address: string) => address.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)

function ipv6Value(address: string): bigint {
  const [head = '', tailText] = address.split('::')
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
  const leadingGroups = groupsOf(head)
  const trailingGroups = groupsOf(tailText ?? '')
  const zeroCount = tailText === undefined ? 0 : 8 - leadingGroups.length - trailingGroups.length
  const groups = [...leadingGroups, ...Array.from({ length: zeroCount }, () => '0'), ...trailingGroups]
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n)
}
