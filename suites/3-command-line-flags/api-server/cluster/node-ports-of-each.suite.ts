import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { defaultServer } from './fixtures.ts'
import { createdService, makeService } from './services.ts'

const { must } = rulesOf({ capability: 'service-addresses', judgedBy: 'behaviour', overlaps: true })

// Documented default range of node ports.
const range = { lowest: 30_000, highest: 32_767 }
let nextPort = 32_100

/** Requests a service of several ports, and returns the status and the node ports. */
async function requestPorts(type: string, nodePorts: readonly number[]) {
  const ports = nodePorts.map((nodePort, at) => ({ name: `port-${at}`, port: 80 + at, nodePort }))
  const response = await makeService(await defaultServer(), { type, ports })
  return { status: response.status, ports: createdService(response)?.spec.ports.map((each) => each.nodePort) }
}

const types = { 'a service of type NodePort': 'NodePort', 'a service of type LoadBalancer': 'LoadBalancer' }
const outsidePorts = { 'before the first': range.lowest - 1, 'after the last': range.highest + 1 }
const nearMisses = Object.fromEntries(
  Object.entries(types).flatMap(([words, type]) =>
    Object.entries(outsidePorts).flatMap(([place, outside]) =>
      (['first', 'last'] as const).map((position) => [
        `${words} that requests the port ${place} as the ${position} of its ports`,
        { type, outside, position },
      ]),
    ),
  ),
)

must('flag.service-node-port-range.each-port', flagRow('--service-node-port-range', 'each port'), () => {
  says('Each node port of a service is from the range, whichever of the types with node ports it has.')
  accepts
    .for(types)({ title: '%s that requests three ports of the range', id: '%s' }, async (type) => {
      const ports = [nextPort++, nextPort++, nextPort++]

      expect(await requestPorts(type, ports)).toEqual({ status: 201, ports })
    })
    .sees('later-node-ports-replaced')

  refuses
    .for(nearMisses)('%s', async ({ type, outside, position }) => {
      const others = [nextPort++, nextPort++]
      const ports = position === 'first' ? [outside, ...others] : [...others, outside]

      expect((await requestPorts(type, ports)).status).toBeGreaterThanOrEqual(400)
    })
    .sees('node-port-default-range-wider', ({ position, type }) => [
      ...(position === 'last' ? ['later-node-ports-unchecked'] : []),
      ...(type === 'LoadBalancer' ? ['load-balancer-node-ports-unchecked'] : []),
    ])
})
