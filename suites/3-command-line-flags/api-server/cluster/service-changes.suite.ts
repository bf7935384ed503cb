import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { usual } from './fixtures.ts'
import { makeNodePort, serviceIn } from './services.ts'

const { must } = rulesOf({ capability: 'service-addresses', judgedBy: 'behaviour', overlaps: true })

// The default range of the documents, and ports that no other check uses.
const range = { lowest: 30_000, highest: 32_767 }
let nextPort = 31_500

const methods = ['PUT', 'PATCH'] as const
type Method = (typeof methods)[number]
const mergePatch = { 'content-type': 'application/merge-patch+json' }

/** Creates a service with a port of the range, changes the port, and returns the status and the port afterwards. */
async function changed(method: Method, to: number) {
  const server = await usual()
  const before = nextPort++
  const made = serviceIn(await makeNodePort(server, before))
  expect(made?.spec.ports[0]?.nodePort, 'the port at first').toBe(before)
  const path = `/api/v1/namespaces/default/services/${made?.metadata.name}`
  const ports = [{ port: 80, nodePort: to }]
  const { status } =
    method === 'PUT'
      ? await server.request({ method, path, body: { ...made, spec: { ...made?.spec, ports } } })
      : await server.request({ method, path, headers: mergePatch, body: JSON.stringify({ spec: { ports } }) })
  const { body } = await server.request({ path })
  const after = (JSON.parse(body) as NonNullable<typeof made>).spec.ports[0]?.nodePort
  return { done: status < 300, nodePort: after === before ? 'unchanged' : after }
}

const outside: Readonly<Record<string, { readonly method: Method; readonly to: number }>> =
  Object.fromEntries(
    methods.flatMap((method) => [
      [`by ${method} to the port before the first`, { method, to: range.lowest - 1 }],
      [`by ${method} to the port behind the last`, { method, to: range.highest + 1 }],
    ]),
  )

must('flag.service-node-port-range.changes', flagRow('--service-node-port-range', 'changes'), () => {
  says('A change of a service gives it a port of the range, and no other.')
  accepts
    .for(Object.fromEntries(methods.map((method) => [method, method])))(
      { title: 'a change by %s to a port of the range', id: '%s' },
      async (method) => {
        const to = nextPort++
        expect(await changed(method, to)).toEqual({ done: true, nodePort: to })
      },
    )
    .sees('services-not-changed')

  refuses
    .for(outside)({ title: 'a change %s', id: '%s' }, async ({ method, to }) => {
      expect(await changed(method, to)).toEqual({ done: false, nodePort: 'unchanged' })
    })
    .sees('node-ports-of-changes-unchecked')
})
