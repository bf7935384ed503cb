import type { ApiServer } from '#harness/programs/api-server.ts'
import { inDialectForm } from '#kit/launch.ts'
import type { ExpectedEvents } from '../../../shared/audit/ledger.ts'

const shortStages = ['RequestReceived', 'ResponseComplete'] as const
const longRunningStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete'] as const

/** Number of repetitions, which is enough to detect occasional losses. */
const rounds = 15

/** Sends requests of every kind, each to a unique URI, and returns the expected records. */
export async function sendScript(server: ApiServer, name: string): Promise<readonly ExpectedEvents[]> {
  const expected: ExpectedEvents[] = []
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const uri = `${path}?ledger=${name}-${expected.length}`
    expected.push({ uri, stages: shortStages })
    await server.request({
      method,
      path: uri,
      ...(body && { body: inDialectForm(server.dialect, body) as object }),
    })
  }
  const maps = '/api/v1/namespaces/ledger/configmaps'
  for (let roundNumber = 0; roundNumber < rounds; roundNumber++) {
    await send('GET', `/ledger/nothing-is-here`)
    await send('GET', maps)
    await send('GET', `${maps}/none`)
    // Refused requests are recorded like successful requests.
    await send('POST', maps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'none' } })
    await send('DELETE', `${maps}/none`)
    await send('HEAD', `/ledger/head`)
  }
  const watchUri = `${maps}?watch=true&timeoutSeconds=1&ledger=${name}`
  expected.push({ uri: watchUri, stages: longRunningStages })
  await server.request({ path: watchUri })
  return expected
}
