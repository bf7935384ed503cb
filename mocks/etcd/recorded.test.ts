import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clients, close, comparableResponse, connect } from './testing/clients.ts'
import { type Etcd, startEtcd } from './index.ts'
import { keyScenarios } from './testing/scenarios.ts'
import { watchScenarios } from './testing/watch-scenarios.ts'

let etcd: Etcd
let clients: Clients

beforeAll(async () => {
  etcd = await startEtcd()
  clients = connect(new URL(etcd.url).host)
})
afterAll(async () => {
  close(clients)
  await etcd.stop()
})

// Responses for machines without etcd, recorded when the differential test found them equal to the responses of etcd
// 3.5.30 and 3.4.23.
test.each(Object.entries({ ...keyScenarios, ...watchScenarios }))(
  'the mock responds as recorded: %s',
  async (_, scenario) => {
    expect(comparableResponse(await scenario(clients))).toMatchSnapshot()
  },
)
