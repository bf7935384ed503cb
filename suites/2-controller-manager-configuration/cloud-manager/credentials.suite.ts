import { expect, rule, test } from '#kit'
import { createAuthority } from '#harness/certificates/authority.ts'
import type { ApiServer, ClientCredentials } from '#mocks/api-server/index.ts'
import { checkCloud, cloudManagerRule, cloudSpec, startCloudManager } from '../../shared/cloud-manager.ts'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { electionBlock, leaseExists, lock } from '../../shared/manager/election.ts'
import { hasBalanced, hasInitialized } from '../../shared/manager/cloud-migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const withinMs = 20_000
const row = 'CloudControllerManagerConfiguration members.Generic'
const user = 'judged-user'
// Less than the interval, and more than the time between two requests of one start.
const slackMs = 400

/** Returns the requests for objects of a manager with these credentials, once it leads and has worked. */
async function requestsWith(api: ApiServer, credentials: ClientCredentials) {
  const cloud = await checkCloud()
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
  createNode(api, 'node-a')
  createService(api, 'web')
  await startManager({
    ...cloudSpec(cloud, { configuration: { Generic: { LeaderElection: electionBlock() } } }),
    api,
    credentials,
  })
  await expectWithin(() => hasBalanced(cloud) && leaseExists(api), { withinMs, what: 'the manager worked' })
  return api.journal.filter(({ resource }) => resource !== '')
}

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.generic.orchconfig',
    says: 'The cloud controller manager is known to the API server by the credentials of its client configuration file.',
    source: { document: 2, section: 'Top-level kinds', rows: [row], aspect: 'orchconfig' },
  },
  () => {
    test({ title: 'sends the bearer token of the file with each request', id: 'token' }, async () => {
      const token = 'judged-token'
      const api = await checkApi({ tls: true, users: { [token]: { name: user, groups: [] } } })
      const requests = await requestsWith(api, { token })

      expect(new Set(requests.map(({ resource }) => resource))).toContain('leases')
      expect([...new Set(requests.map(({ bearerToken }) => bearerToken))]).toEqual([token])
    }).sees('client-config-token-not-sent')

    test(
      { title: 'presents the client certificate of the file with each request', id: 'certificate' },
      async () => {
        const authority = await createAuthority()
        const client = authority.issue({ commonName: user, usage: 'client', hosts: [] })
        const requests = await requestsWith(await checkApi({ tls: true }), { client })

        expect([...new Set(requests.map((request) => request.client?.commonName))]).toEqual([user])
      },
    ).sees('client-config-certificate-not-shown')
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.generic.leader-election.off',
    says: 'Without leaderElect the cloud controller manager acquires no leadership.',
    source: { document: 2, section: 'Top-level kinds', rows: [row], aspect: 'election, off' },
  },
  () => {
    test({ title: 'works without requesting a lease', id: 'no-lease' }, async () => {
      const [cloud, api] = [await checkCloud(), await checkApi()]
      createNode(api, 'node-a')
      createService(api, 'web')
      await startManager({
        ...cloudSpec(cloud, {
          configuration: { Generic: { LeaderElection: { leaderElect: false } } },
        }),
        api,
      })
      await expectWithin(() => hasBalanced(cloud), { withinMs, what: 'the manager worked' })

      const leaseRequests = api.journal.filter(
        ({ resource, verb }) => resource === 'leases' && verb !== 'list' && verb !== 'watch',
      )
      expect(leaseRequests.map(({ what }) => what)).toEqual([])
    }).sees('field-ignored-generic-leader-election-leader-elect')
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.generic.controller-start-interval',
    says: 'Between the starts of two loops of the cloud controller manager ControllerStartInterval passes.',
    source: { document: 2, section: 'Top-level kinds', rows: [row], aspect: 'start interval' },
  },
  () => {
    test({ title: 'both loops work only after the interval', id: 'waits' }, async () => {
      const intervalMs = 3_000
      const { api, cloud } = await startCloudManager({
        loops: ['services', 'nodes'],
        configuration: { Generic: { ControllerStartInterval: `${intervalMs}ms` } },
        prepareApi: (one) => {
          createNode(one, 'node-new', { isNew: true })
          createNode(one, 'node-a')
          createService(one, 'web')
        },
      })
      await expectWithin(() => hasBalanced(cloud) && hasInitialized(cloud), {
        withinMs,
        what: 'both loops worked',
      })

      const calls = [...cloud.calls('ensure-load-balancer'), ...cloud.calls('instance-metadata')]
      const firstCalls = ['service', 'node'].map((kind) => calls.find(({ told }) => kind in told)?.atMs ?? 0)
      const lastStartMs = Math.max(...firstCalls) - (api.journal[0]?.atMs ?? 0)
      expect(lastStartMs).toBeGreaterThan(intervalMs - slackMs)
    }).sees('field-ignored-generic-controller-start-interval')
  },
)
