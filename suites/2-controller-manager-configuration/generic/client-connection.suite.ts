import { expect, rulesOf, says, test, until } from '#kit'
import { file } from '#kit/launch.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { parse, stringify } from 'yaml'
import type { ApiServerRequest, ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, managerOutcome, startManager } from '../../shared/controller-manager.ts'
import { createWork, untilWorked, workOf } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })
/** With an election, the requests include leases. */
const electionSettings = { leaderElect: true, leaseDuration: '4s', renewDeadline: '3s', retryPeriod: '1s' }
const user = 'judged-user'

/** Returns the requests for objects. Other clients of the manager send requests for discovery and health. */
const objectRequests = (api: ApiServer): readonly ApiServerRequest[] =>
  api.journal.filter(({ resource }) => resource !== '')

must('manager.generic.client-connection.orchconfig.leads', 'orchconfig', () => {
  says(
    'The manager finds the API server, and who it is there, in the client configuration file that orchconfig names.',
  )
  test(
    {
      title: 'calls only the server of the current context',
      id: 'asks the server of the current context and no other',
    },
    async () => {
      const [api, otherApi] = [await checkApi(), await checkApi()]
      const rightFile = parse(api.clientConfiguration()) as ClientFile
      const wrongFile = parse(otherApi.clientConfiguration()) as ClientFile
      const content = {
        ...rightFile,
        clusters: [...namedClusters(wrongFile, 'first'), ...namedClusters(rightFile, 'second')],
        contexts: ['first', 'second'].map((name) => ({ name, context: { cluster: name, user: 'none' } })),
        users: [{ name: 'none', user: {} }],
        'current-context': 'second',
      }
      const orchconfig = file('client.yaml', stringify(content), { verbatim: true })
      await startManager({ api, configuration: { Generic: { ClientConnection: { orchconfig } } } })
      await until(() => objectRequests(api).length > 0, { withinMs: 10_000, what: 'the server was asked' })

      expect(otherApi.journal.map(({ what }) => what)).toEqual([])
    },
  ).sees('client-config-current-context-ignored')

  test(
    {
      title: 'sends the bearer token of the file with each request',
      id: 'shows the bearer token of the file with each request',
    },
    async () => {
      const token = 'judged-token'
      const api = await checkApi({ tls: true, users: { [token]: { name: user, groups: [] } } })
      createWork(api)
      await startManager({
        api,
        credentials: { token },
        configuration: { Generic: { LeaderElection: electionSettings } },
      })
      await untilWorked(api, 'deployments')

      expect([...new Set(objectRequests(api).map(({ bearerToken }) => bearerToken))]).toEqual([token])
    },
  ).sees('client-config-token-not-sent')

  test(
    {
      title: 'presents the client certificate of the file with each request',
      id: 'shows the client certificate of the file with each request',
    },
    async () => {
      const authority = await createAuthority()
      const client = authority.issue({ commonName: user, usage: 'client', hosts: [] })
      const api = await checkApi({ tls: true })
      createWork(api)
      await startManager({ api, credentials: { client } })
      await untilWorked(api, 'deployments')

      expect([...new Set(objectRequests(api).map((request) => request.client?.commonName))]).toEqual([user])
    },
  ).sees('client-config-certificate-not-shown')

  test(
    { title: 'sends no token if the file has none', id: 'shows no token where the file has none' },
    async () => {
      const api = await checkApi({ tls: true })
      createWork(api)
      await startManager({ api })
      await untilWorked(api, 'deployments')

      expect([...new Set(objectRequests(api).map(({ bearerToken }) => bearerToken))]).toEqual([undefined])
    },
  ).sees('client-config-token-invented')

  test(
    {
      title: 'calls a server without verification if the file requests that',
      id: 'asks a server that the file says not to verify',
    },
    async () => {
      const api = await checkApi({ tls: true })
      createWork(api)
      const orchconfig = file('client.yaml', withClusterMembers(api, { 'insecure-skip-tls-verify': true }), {
        verbatim: true,
      })
      await startManager({ api, configuration: { Generic: { ClientConnection: { orchconfig } } } })
      await untilWorked(api, 'deployments')

      expect(workOf(api, 'deployments').length).toBeGreaterThan(0)
    },
  ).sees('client-config-insecure-ignored')

  test(
    {
      title: 'sends no request to a server whose certificate an unlisted authority signed',
      id: 'asks no server whose certificate another authority signed',
    },
    async () => {
      const api = await checkApi({ tls: true })
      const otherAuthority = await createAuthority('another authority')
      const authority = Buffer.from(otherAuthority.certificate).toString('base64')
      const orchconfig = file(
        'client.yaml',
        withClusterMembers(api, { 'certificate-authority-data': authority }),
        {
          verbatim: true,
        },
      )
      await managerOutcome({ api, configuration: { Generic: { ClientConnection: { orchconfig } } } })

      const serverRequests = api.journal
      expect(serverRequests.length, 'connections').toBeGreaterThan(0)
      expect(serverRequests.filter(({ kind }) => kind === 'request').map(({ what }) => what)).toEqual([])
    },
  ).sees('client-config-server-not-verified')

  test(
    {
      title: 'calls a server whose certificate the last of several authorities signed',
      id: 'last-authority',
    },
    async () => {
      const api = await checkApi({ tls: true })
      createWork(api)
      const otherAuthority = await createAuthority('another authority')
      const bundle = `${otherAuthority.certificate}\n${api.certificateAuthority}`
      const content = withClusterMembers(api, {
        'certificate-authority-data': Buffer.from(bundle).toString('base64'),
      })
      const orchconfig = file('client.yaml', content, { verbatim: true })
      await startManager({ api, configuration: { Generic: { ClientConnection: { orchconfig } } } })
      await untilWorked(api, 'deployments')

      expect(workOf(api, 'deployments').length).toBeGreaterThan(0)
    },
  ).sees('client-config-bundle-cut')
})

interface ClientFile {
  readonly clusters: readonly { readonly cluster: object }[]
}

function namedClusters({ clusters }: ClientFile, name: string): readonly object[] {
  return clusters.map(({ cluster }) => ({ name, cluster }))
}

/** Returns the client configuration of a server whose cluster has only these members in addition to its address. */
function withClusterMembers(api: ApiServer, members: object): string {
  const content = parse(api.clientConfiguration()) as ClientFile
  const clusters = [{ name: 'peer', cluster: { server: api.url, ...members } }]
  return stringify({ ...content, clusters })
}
