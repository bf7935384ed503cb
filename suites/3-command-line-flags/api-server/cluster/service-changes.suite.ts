import { accepts, expect, formerly, type NamedCases, refuses, rulesOf, says } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { defaultServer } from './fixtures.ts'
import { makeNodePort, createdService } from './services.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

const { must } = rulesOf({ capability: 'service-addresses', judgedBy: 'behaviour', overlaps: true })

// Documented default range of node ports.
const range = { lowest: 30_000, highest: 32_767 }
let nextPort = 31_500

const methods = ['PUT', 'PATCH'] as const
type Method = (typeof methods)[number]

/** Creates a service with a port of the range, changes the port, and returns the status and the port afterwards. */
async function changePort(method: Method, to: number) {
  const server = await defaultServer()
  const portBefore = nextPort++
  const service = createdService(await makeNodePort(server, portBefore))
  expect(service?.spec.ports[0]?.nodePort, 'the port at first').toBe(portBefore)
  const path = `/api/v1/namespaces/default/services/${service?.metadata.name}`
  const ports = [{ port: 80, nodePort: to }]
  const { status } =
    method === 'PUT'
      ? await server.request({
          method,
          path,
          body: { ...service, spec: { ...service?.spec, ports } },
        })
      : await server.request({
          method,
          path,
          headers: mergePatchHeaders,
          body: JSON.stringify({ spec: { ports } }),
        })
  const { body } = await server.request({ path })
  const portAfter = (JSON.parse(body) as NonNullable<typeof service>).spec.ports[0]?.nodePort
  return { done: status < 300, nodePort: portAfter === portBefore ? 'unchanged' : portAfter }
}

const outsidePorts: NamedCases<{ readonly method: Method; readonly to: number }> = Object.fromEntries(
  methods.flatMap((method) => [
    [`by ${method} to the port before the first`, { method, to: range.lowest - 1 }],
    [
      `by ${method} to the port after the last`,
      formerly(`by ${method} to the port behind the last`, { method, to: range.highest + 1 }),
    ],
  ]),
)

must('flag.service-node-port-range.changes', flagRow('--service-node-port-range', 'changes'), () => {
  says('A change of a service gives it a port of the range, and no other.')
  accepts
    .for(Object.fromEntries(methods.map((method) => [method, method])))(
      { title: 'a change by %s to a port of the range', id: '%s' },
      async (method) => {
        const targetPort = nextPort++
        expect(await changePort(method, targetPort)).toEqual({ done: true, nodePort: targetPort })
      },
    )
    .sees('services-not-changed')

  refuses
    .for(outsidePorts)({ title: 'a change %s', id: '%s' }, async ({ method, to }) => {
      expect(await changePort(method, to)).toEqual({ done: false, nodePort: 'unchanged' })
    })
    .sees('node-ports-of-changes-unchecked')
})
