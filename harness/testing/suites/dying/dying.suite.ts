import { expect } from '../../../check/expect.ts'
import { accepts, refuses, rule } from '../../../check/rule.ts'
import { Http1Prober } from '../../../client/http1.ts'
import { HarnessError } from '../../../errors.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['dying'] } as const
const ruleFields = { level: 'MUST', source } as const

for (const death of ['crash', 'panic', 'segv']) {
  const server = fakeServer()

  rule({ ...ruleFields, id: `dying.${death}`, says: 'The server answers.' }, () => {
    accepts({ title: 'a request that ends the server', id: 'a request and dies of it' }, async () => {
      expect(await (await server()).request({ path: `/${death}` })).toMatchObject({ status: 200 })
    })

    accepts({ title: 'another request', id: 'another one' }, async () => {
      expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 200 })
    })

    refuses({ title: 'a value by a comparison that passes', id: 'nothing' }, async () => {
      expect(1).toBe(1)
    })
  })
}

const probedServer = fakeServer()

rule({ ...ruleFields, id: 'dying.probed', says: 'A client that observes gets an answer.' }, () => {
  accepts({ title: 'a request of an observing client', id: 'a look' }, async () => {
    const { url, credentials } = await probedServer()
    const { authority, admin } = credentials
    const identity = { ca: authority.certificate, cert: admin.certificate, key: admin.key }
    const prober = new Http1Prober({ url, ...identity, connection: 'fresh' })
    expect(await prober.send({ path: '/segv' })).toMatchObject({ kind: 'answered' })
  })
})

const waitingServer = fakeServer()

rule({ ...ruleFields, id: 'dying.waited', says: 'Something comes of a request.' }, () => {
  accepts({ title: 'a request whose effect never happens', id: 'what never comes' }, async () => {
    const server = await waitingServer()
    await server.request({ path: '/panic' }).catch(() => {})
    throw new HarnessError('untestable', 'Waited 10 ms, and it did not come true that a peer was asked.')
  })
})
