import { becomesTrue, expect, rulesOf, says, test, until } from '#kit'
import type { ApiServerRequest, ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { createWork, untilWorked, workerName } from '../../shared/manager/work.ts'
import { putObject } from '../blocks/fixture.ts'
import { objectsByKind } from '../blocks/workers/objects.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })
/** With an election, the requests include leases. */
const electionSettings = { leaderElect: true, leaseDuration: '4s', renewDeadline: '3s', retryPeriod: '1s' }

/** Returns the requests for objects. Other clients of the manager send requests for discovery and health. */
const objectRequests = (api: ApiServer): readonly ApiServerRequest[] =>
  api.journal.filter(({ resource }) => resource !== '')

must('manager.generic.client-connection.accept-content-types.sent', 'acceptContentTypes', () => {
  says('acceptContentTypes is the Accept header of all that clients ask, over every connection.')
  test(
    {
      title: 'sends acceptContentTypes with lists, watches, writes and leases',
      id: 'sends it with lists, watches, writes and leases',
    },
    async () => {
      const acceptContentTypes = 'application/json;q=0.9'
      const api = await checkApi()
      createWork(api)
      await startManager({
        api,
        extraConfiguration: { Generic: { LeaderElection: electionSettings } },
        configuration: { Generic: { ClientConnection: { acceptContentTypes } } },
      })
      await untilWorked(api, 'deployments')

      const verbs = new Set(objectRequests(api).map(({ verb }) => verb))
      expect([...verbs]).toEqual(expect.arrayContaining(['watch', 'create']))
      expect([...new Set(objectRequests(api).map(({ accept }) => accept))]).toEqual([acceptContentTypes])
    },
  ).sees('field-ignored-generic-client-connection-accept-content-types')
})

must('manager.generic.client-connection.content-type.sent', 'contentType', () => {
  says('contentType is the content type of the data that clients send.')
  test(
    { title: 'sends created objects in the format of contentType', id: 'sends what it creates as that type' },
    async () => {
      // JSON is also valid YAML, and no client uses this type by default.
      const contentType = 'application/yaml'
      const api = await checkApi()
      createWork(api)
      await startManager({ api, configuration: { Generic: { ClientConnection: { contentType } } } })
      const createRequests = () =>
        objectRequests(api).filter(({ verb, resource }) => verb === 'create' && resource === 'replicasets')
      await until(() => createRequests().length > 0, { withinMs: 10_000, what: 'something was created' })

      expect([...new Set(createRequests().map((request) => request.contentType))]).toEqual([contentType])
    },
  ).sees('field-ignored-generic-client-connection-content-type')

  test(
    { title: 'sends leases in the format of contentType', id: 'sends leases as that type as well' },
    async () => {
      const contentType = 'application/yaml'
      const api = await checkApi()
      createWork(api)
      await startManager({
        api,
        extraConfiguration: { Generic: { LeaderElection: electionSettings } },
        configuration: { Generic: { ClientConnection: { contentType } } },
      })
      await untilWorked(api, 'deployments')
      const leaseWrites = objectRequests(api).filter(
        ({ verb, resource }) => resource === 'leases' && (verb === 'create' || verb === 'update'),
      )

      expect([...new Set(leaseWrites.map((request) => request.contentType))]).toEqual([contentType])
    },
  ).sees('leases-sent-as-json', 'field-ignored-generic-client-connection-content-type')

  test(
    {
      title: 'sends objects and events that it creates or updates in the format of contentType',
      id: 'each-write',
    },
    async () => {
      const contentType = 'application/yaml'
      const api = await checkApi()
      createWork(api)
      putObject(api, objectsByKind.quota('quota', 'default'))
      await startManager({
        api,
        configuration: { Generic: { ClientConnection: { contentType } } },
        extraConfiguration: {
          Generic: { Controllers: [workerName('deployments'), controllerName('ResourceQuotaController')] },
        },
      })
      await untilWorked(api, 'deployments')
      const writes = (verb: string) => objectRequests(api).filter((request) => request.verb === verb)
      // A program may update the usage of the quota with a patch, whose content type differs.
      const isUpdated = () => [...writes('update'), ...writes('patch')].length > 0
      expect(await becomesTrue(isUpdated, 10_000), 'whether an object is updated').toBe(true)
      const otherTypes = [...writes('create'), ...writes('update')].filter(
        (request) => request.contentType !== contentType,
      )

      expect(writes('create').length, 'created objects').toBeGreaterThan(0)
      expect(otherTypes.map(({ what, contentType: type }) => `${what} as ${type}`)).toEqual([])
    },
  ).sees('updates-sent-as-json', 'field-ignored-generic-client-connection-content-type')
})
