import { isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Returns the configured addresses of the node. Throws a Refusal for more than one of a family. */
export function wantedAddresses(text: string | undefined): readonly string[] {
  const wanted = (text ?? '').split(',').flatMap((each) => each.trim() || [])
  const wrong = wanted.find((address) => isIP(address) === 0)
  if (wrong !== undefined && !freedom('addresses-unchecked'))
    throw new Refusal(`--node-ip: ${wrong} is no IP address`)
  const sixth = wanted.filter((address) => isIPv6(address)).length
  const isPair = wanted.length < 2 || (wanted.length === 2 && sixth === 1)
  if (!isPair && !fault('node-ip-pair-unchecked'))
    throw new Refusal(`--node-ip: ${wanted.join(',')} is neither an address nor one of each family`)
  return wanted.length > 0 && fault('node-ip-ignored') ? [] : wanted
}

/** Returns the addresses of the node: the configured ones, or the first of the machine. */
export function nodeAddresses(wanted: readonly string[]): readonly string[] {
  const prefersSixth =
    wanted[0] === '::'
      ? !fault('node-ip-colons-ignored')
      : wanted.length === 0 && fault('node-ip-default-is-sixth')
  const families = prefersSixth ? (['IPv6', 'IPv4'] as const) : (['IPv4', 'IPv6'] as const)
  if (wanted.length > 0 && wanted[0] !== '::' && wanted[0] !== '0.0.0.0')
    return wanted.length > 1 && fault('node-ip-first-only') ? wanted.slice(0, 1) : wanted
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return families
    .flatMap((family) =>
      own.filter((each) => !each.internal && each.family === family && !each.address.startsWith('fe80')),
    )
    .map(({ address }) => address)
    .slice(0, 1)
}
