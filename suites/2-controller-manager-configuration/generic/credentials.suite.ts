import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import type { ApiServerRequest, ApiServer } from '#mocks/api-server/index.ts'
import { createWork, untilWorked } from '../../shared/manager/work.ts'
import { requireFields } from '../blocks/field.ts'
import { putObject, sharedFixture, termInDialect } from '../blocks/fixture.ts'
import { objectsByKind } from '../blocks/workers/objects.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })
const acceptContentTypes = 'application/json;q=0.9'
// JSON is also valid YAML, and no client sends this type by default.
const contentType = 'application/yaml'
const withinMs = 20_000

const acceptTypesField = '/Generic/ClientConnection/acceptContentTypes'
const contentTypeField = '/Generic/ClientConnection/contentType'

/**
 * Controllers with service accounts: the first creates objects, the second updates an object, and the third deletes an
 * object.
 */
const credentialsFixture = sharedFixture(() => ({
  blocks: ['DeploymentController', 'ResourceQuotaController', 'GarbageCollectorController'],
  fields: {
    '/OrchCloudShared/UseServiceAccountCredentials': true,
    [acceptTypesField]: acceptContentTypes,
    [contentTypeField]: contentType,
    '/GarbageCollectorController/EnableGarbageCollector': true,
  },
  watchedResources: ['deployments', 'configmaps', 'resourcequotas'],
  prepareApi: (api) => {
    const name = termInDialect('orch-system')
    if (api.hand.get({ resource: 'namespaces', name }) === undefined)
      api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    createWork(api)
    putObject(api, objectsByKind.orphan('orphan', 'default'))
    putObject(api, objectsByKind.quota('quota', 'default'))
  },
}))

/** Returns the requests for objects once all controllers have worked. */
async function managerRequests(): Promise<readonly ApiServerRequest[]> {
  const { api } = await credentialsFixture()
  await untilWorked(api, 'deployments')
  const isOrphanDeleted = await becomesTrue(() => isDeleted(api), withinMs)
  expect(isOrphanDeleted, 'whether the object without an owner was deleted').toBe(true)
  const isQuotaUpdated = await becomesTrue(() => isUpdated(api), withinMs)
  expect(isQuotaUpdated, 'whether the quota was updated').toBe(true)
  return api.journal.filter(({ resource }) => resource !== '')
}

// Selects updates. Patches have separate content types.
const isChange = ({ verb }: ApiServerRequest) => verb === 'update' || verb === 'patch'
const isUpdated = (api: ApiServer) =>
  api.journal.some((request) => isChange(request) && request.resource === 'resourcequotas')

const isDeleted = (api: ApiServer) => api.hand.get({ resource: 'configmaps', name: 'orphan' }) === undefined
const isOfAccount = ({ user }: ApiServerRequest) => user?.name.startsWith('system:serviceaccount:') ?? false

must('manager.generic.client-connection.accept-content-types.with-credentials', 'acceptContentTypes', () => {
  says('acceptContentTypes is also the Accept header of clients with the credentials of a service account.')
  test(
    {
      title: 'sends acceptContentTypes with lists, watches, writes and deletions',
      id: 'sends it with lists, watches, writes and deletions',
    },
    async () => {
      requireFields(acceptTypesField)
      const requests = (await managerRequests()).filter(isOfAccount)

      expect([...new Set(requests.map(({ verb }) => verb))]).toEqual(
        expect.arrayContaining(['watch', 'create', 'delete']),
      )
      expect([...new Set(requests.map((one) => one.accept))]).toEqual([acceptContentTypes])
    },
  ).sees('headers-of-service-accounts-default')
})

must('manager.generic.client-connection.content-type.with-credentials', 'contentType', () => {
  says('contentType is also the content type of clients with the credentials of a service account.')
  test
    .for({ create: 'create', delete: 'delete' } as const)(
      {
        title: 'sends the data of requests to %s in the format of contentType',
        id: 'sends the data of requests to %s as that type',
      },
      async (verb) => {
        requireFields(contentTypeField)
        const requests = (await managerRequests()).filter((one) => isOfAccount(one) && one.verb === verb)
        const requestsWithBody = requests.filter(({ body }) => body !== undefined)

        // Deletions may have no body.
        expect((verb === 'delete' ? requests : requestsWithBody).length, 'requests').toBeGreaterThan(0)
        expect(
          requestsWithBody.filter((one) => one.contentType !== contentType).map(({ what }) => what),
        ).toEqual([])
      },
    )
    .sees('headers-of-service-accounts-default')
})
