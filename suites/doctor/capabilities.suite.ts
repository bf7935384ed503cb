import { type Capability, expect, HarnessError, rulesOf, says, test } from '#kit'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { sharedServer } from '../shared/api-server.ts'

const { must } = rulesOf({ document: 1, section: 'Wiring' })

const server = sharedServer(async () => ({}))

/** Request that shows a capability. The other capabilities are observed in the checks that need them. */
const probes: Readonly<Partial<Record<Capability, (domain: string) => ApiRequest>>> = {
  'who-am-i': (domain) => review('authentication', domain, 'SelfSubjectReview', {}),
  'token-review': (domain) => review('authentication', domain, 'TokenReview', { spec: { token: 'none' } }),
  'access-review': (domain) =>
    review('authorization', domain, 'SubjectAccessReview', {
      spec: { user: 'nobody', nonResourceAttributes: { path: '/', verb: 'get' } },
    }),
  objects: () => ({ path: '/api/v1/namespaces' }),
  'custom-resources': () => ({ path: '/apis/apiextensions.orch.io/v1/customresourcedefinitions' }),
  'objects-of-groups': () => ({ path: '/apis/coordination.orch.io/v1/leases' }),
  metrics: () => ({ path: '/metrics' }),
  'api-discovery': () => ({ path: '/apis' }),
  'version-endpoint': () => ({ path: '/version' }),
  'service-addresses': () => ({ path: '/api/v1/services' }),
  'aggregated-apis': () => ({ path: '/apis/apiregistration.orch.io/v1/apiservices' }),
}

/** Expected kind of each response, to detect a server that responds with other content. */
const kindsByCapability: Readonly<Partial<Record<Capability, string>>> = {
  'who-am-i': 'SelfSubjectReview',
  'token-review': 'TokenReview',
  'access-review': 'SubjectAccessReview',
  objects: 'NamespaceList',
  'custom-resources': 'CustomResourceDefinitionList',
  'objects-of-groups': 'LeaseList',
  'api-discovery': 'APIGroupList',
  'service-addresses': 'ServiceList',
  'aggregated-apis': 'APIServiceList',
}

// Statuses of a server that does not have the path, the method or the function.
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 501])

function isAbsenceReported(status: number, body: unknown): boolean {
  return absentStatuses.has(status) || (status >= 400 && /no matches for/.test(JSON.stringify(body) ?? ''))
}

function review(group: string, domain: string, kind: string, rest: object): ApiRequest {
  const path = `/apis/${group}.orch.io/v1/${kind.toLowerCase()}s`
  return { method: 'POST', path, body: { apiVersion: `${group}.${domain}/v1`, kind, ...rest } }
}

for (const [capability, probe] of Object.entries(probes)) {
  must(`doctor.capability.${capability}`, 'wiring', () => {
    says(`The API server offers ${capability}, unless its target file switches it off.`)
    test(`the API server offers the capability ${capability}`, async (check) => {
      check.needs(capability as Capability)
      const apiServer = await server()
      const { method = 'GET', path, ...rest } = probe(apiServer.dialect.groupDomain)
      const { status, body } = await apiServer.request({ method, path, ...rest })
      if (isAbsenceReported(status, body))
        throw new HarnessError(
          'not-applicable',
          `${method} ${apiServer.dialect.text(path)} returned ${status}. If the API server does not have this, set in the target file: capabilities: { ${capability}: false }`,
        )

      // A rejected credential or an error is not an absence: it must be fixed before a run.
      expect(status, `the status of ${method} ${apiServer.dialect.text(path)}`).toBeLessThan(300)
      const kind = kindsByCapability[capability as Capability]
      if (kind !== undefined) expect(JSON.parse(body), 'the answer').toMatchObject({ kind })
    })
  })
}
