import { expect, test } from 'vitest'
import { startCloud, stall, untagged, without } from './index.ts'

async function call(url: string, name: string, parameters: unknown = {}) {
  const body = typeof parameters === 'string' ? parameters : JSON.stringify(parameters)
  const answer = await fetch(`${url}/${name}`, { method: 'POST', body })
  const text = await answer.text()
  return { status: answer.status, reply: answer.ok ? (JSON.parse(text) as unknown) : text }
}

test('a cloud has a machine for every node until its removal', async () => {
  await using peer = await startCloud()
  const { reply: output } = await call(peer.url, 'instance-metadata', { node: 'a' })
  peer.cloud.remove('b')

  expect(output).toMatchObject({ providerID: 'conformance://a', addresses: [{ address: '192.0.2.1' }, {}] })
  expect((await call(peer.url, 'instance-exists', { node: 'a' })).reply).toEqual({ exists: true })
  expect((await call(peer.url, 'instance-exists', { node: 'b' })).reply).toEqual({ exists: false })
  expect(peer.calls('instance-exists').map(({ told: parameters }) => parameters.node)).toEqual(['a', 'b'])
})

test('a cloud keeps the objects that calls create', async () => {
  await using peer = await startCloud()
  const service = 'default/web'
  const creation = await call(peer.url, 'ensure-load-balancer', { cluster: 'c', service, nodes: ['a'] })
  await call(peer.url, 'create-route', { cluster: 'c', node: 'a', range: '10.0.0.0/24' })

  expect(creation.reply).toEqual({ ingress: [{ ip: '198.51.100.1' }] })
  expect((await call(peer.url, 'get-load-balancer', { service })).reply).toMatchObject({ exists: true })
  const [route] = peer.cloud.routes
  expect(route).toMatchObject({ node: 'a', range: '10.0.0.0/24' })
  await call(peer.url, 'delete-route', { cluster: 'c', name: route?.name })
  await call(peer.url, 'delete-load-balancer', { cluster: 'c', service })
  expect([peer.cloud.routes, peer.cloud.balancers]).toEqual([[], []])
})

test('a script changes responses and holds calls', async () => {
  await using peer = await startCloud()
  const listStall = stall()
  peer.answer({ 'cluster-id': untagged, 'instance-exists': without('gone'), 'list-routes': listStall.answer })
  const pendingCalls = [1, 2].map(() => call(peer.url, 'list-routes', { cluster: 'c' }))
  const replies = await Promise.all(
    ['gone', 'here'].map((node) => call(peer.url, 'instance-exists', { node })),
  )

  expect(replies.map(({ reply: message }) => message)).toEqual([{ exists: false }, { exists: true }])
  expect((await call(peer.url, 'cluster-id')).reply).toEqual({ id: '' })
  expect(listStall.held).toBe(2)
  listStall.release()
  await Promise.all(pendingCalls)
  peer.reset()
  expect((await call(peer.url, 'cluster-id')).reply).toEqual({ id: 'judged' })
})

test.for([
  ['an unknown call', 'make-coffee', {}, 404],
  ['a body that is not JSON', 'list-routes', '{', 400],
  ['a body that is a list', 'list-routes', [], 400],
] as const)('a cloud rejects %s and records the request', async ([, name, parameters, status]) => {
  await using peer = await startCloud()

  expect((await call(peer.url, name, parameters)).status).toBe(status)
  expect(peer.journal).toHaveLength(1)
})
