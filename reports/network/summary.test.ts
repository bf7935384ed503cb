import { expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import { networkLines } from './summary.ts'
import { renderTerminal } from '../formats/terminal.ts'
import { resultOf } from '../result.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { greenEvents } from '../testing/sample-run.ts'

const attempt = { protocol: 'tcp', address: '203.0.113.7', port: 443, process: '/bin/apiserver --x' } as const

function eventsWith(network: 'own' | 'machine', hasTraffic: boolean): readonly RunEvent[] {
  let isFirst = true
  return greenEvents(sampleRules).map((event) => {
    if (event.type === 'header') return { ...event, network }
    if (event.type !== 'check' || !hasTraffic || !isFirst) return event
    isFirst = false
    return { ...event, leaving: { packets: 3, attempts: [attempt] } }
  })
}

test('the end of a run shows that nothing left its network', () => {
  const result = resultOf(eventsWith('own', false))

  expect(result.network).toEqual({ of: 'own', packets: 0, attempts: [], bound: [] })
  expect(renderTerminal(result, { outDir: 'out' })).toContain('own network · 0 packets to other machines')
})

test('an attempt to leave the network is shown with its address, process and check', () => {
  const { network, checks } = resultOf(eventsWith('own', true))

  expect(network?.packets).toBe(3)
  expect(network === undefined ? [] : networkLines(network)).toEqual([
    'own network · 3 packets to other machines',
    `  tcp 203.0.113.7:443 by /bin/apiserver --x during ${checks[0]?.id}`,
  ])
})

test('in the network of the machine, the summary shows only listeners beyond loopback', () => {
  const events = eventsWith('machine', false)
  const quietResult = resultOf(events)
  const [id = ''] = quietResult.checks.map((check) => check.id)
  const listeners = [{ address: '0.0.0.0', port: 10_250, process: 'orchlet' }]
  const resultWithListeners = resultOf(
    events.map((event) =>
      event.type === 'check' && event.id === id ? { ...event, bound: listeners } : event,
    ),
  )

  expect(renderTerminal(quietResult, { outDir: 'out' })).not.toContain('network')
  expect(renderTerminal(resultWithListeners, { outDir: 'out' })).toContain(
    `listens beyond loopback: 0.0.0.0:10250 by orchlet during ${id}`,
  )
})
