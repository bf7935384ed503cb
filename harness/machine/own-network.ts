import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { orFallback } from '../errors.ts'

// Servers advertise the address of a default route, so the loopback interface alone is not enough. Its device leads
// nowhere: packets to other machines are counted there, and lost. The program replaces the shell, so its process id is
// that of the command.
const script = `
set -e
printf 'link set lo up\\nlink add away type bridge mcast_snooping 0\\n' | ip -batch -
echo 1 > /proc/sys/net/ipv6/conf/away/disable_ipv6
printf '%s\\n' 'address add 192.0.2.1/24 dev away' 'link set away up' \\
  'neighbour add 192.0.2.254 lladdr 02:00:00:00:00:01 dev away nud permanent' \\
  'route add default via 192.0.2.254' | ip -batch -
for address in $1; do ip address add "$address" dev lo; done
shift
exec "$@"
`

/** Name of the device in a separate network to which packets for other machines go. */
export const defaultRouteDevice = 'away'

/** Environment variable of processes that are in a separate network. */
export const networkVariable = 'ORCH_CONFORMANCE_NETWORK'

/**
 * Wraps a command so that its program runs in a separate network, and returns the new command. The network has a
 * loopback interface, which has the addresses of the name servers, and a default route that leads nowhere. Only root
 * can create such a network.
 */
export function withOwnNetwork(
  command: readonly string[],
  servers: readonly string[] = nameServers(),
): readonly string[] {
  const addresses = servers.map((address) => `${address}/${isIP(address) === 6 ? 128 : 32}`).join(' ')
  return ['unshare', '--net', 'sh', '-c', script, 'sh', addresses, ...command]
}

/** Returns the name servers of this machine that are not on its loopback interface. */
export function nameServers(text = orFallback(() => readFileSync('/etc/resolv.conf', 'utf8'), '')): string[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? [])
    .filter((address) => isIP(address) > 0 && !/^127\.|^::1$|%/.test(address))
}
