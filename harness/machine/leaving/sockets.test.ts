import { expect, test } from 'vitest'
import { listeningSockets, outboundCounts, outboundSockets } from './sockets.ts'

const tableHeader =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const line = (remote: string, state: string, inode: number): string =>
  `   0: 0100007F:1F90 ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0 100`

test('outboundSockets returns a waiting connection to another machine, with its address, port and inode', () => {
  const text = [tableHeader, line('077100CB:01BB', '02', 17), line('0100007F:01BB', '02', 18), ''].join('\n')

  expect(outboundSockets(text, 'tcp')).toEqual([
    { protocol: 'tcp', address: '203.0.113.7', port: 443, inode: '17' },
  ])
})

test.for([
  ['is established', line('077100CB:01BB', '01', 1)],
  ['listens', line('00000000:0000', '0A', 1)],
  ['is on loopback', line('0100007F:01BB', '02', 1)],
  ['is on loopback in IPv6', line('00000000000000000000000001000000:01BB', '02', 1)],
  ['is on loopback in IPv6 with an address of IPv4', line('0000000000000000FFFF00000100007F:01BB', '02', 1)],
])('a socket that %s is not reported', ([, one = '']) => {
  expect(outboundSockets(`${tableHeader}\n${one}`, 'tcp')).toEqual([])
})

test('a connected UDP socket over IPv6 is reported', () => {
  const text = `${tableHeader}\n${line('B80D0120000000000000000001000000:0035', '01', 5)}`

  expect(outboundSockets(text, 'udp')).toEqual([
    { protocol: 'udp', address: '2001:db8:0:0:0:0:0:1', port: 53, inode: '5' },
  ])
})

test('listeningSockets returns a listener beyond loopback, and none on loopback', () => {
  const listener = (local: string): string => `   0: ${local} 00000000:0000 0A 0:0 0:0 0 0 0 7 1 0 100`
  const text = [
    tableHeader,
    listener('00000000:280A'),
    listener('0100007F:280A'),
    line('077100CB:01BB', '01', 1),
  ]

  expect(listeningSockets(text.join('\n'))).toEqual([{ address: '0.0.0.0', port: 10_250, inode: '7' }])
})

test('outboundCounts returns the packets of the device and the packets without a route', () => {
  const files = {
    dev: 'Inter-|\n face |\n    lo: 1 2 0 0 0 0 0 0 3 4 0\n  away: 0 0 0 0 0 0 0 0 120 3 0 0\n',
    snmp: 'Ip: Forwarding OutNoRoutes X\nIp: 1 2 3\n',
    snmp6: 'Ip6InReceives 1\nIp6OutNoRoutes                 \t4\n',
  }

  expect(outboundCounts(files, 'away')).toEqual({ packets: 3, unrouted: 6 })
  expect(outboundCounts({ dev: '', snmp: '', snmp6: '' }, 'away')).toEqual({ packets: 0, unrouted: 0 })
})
