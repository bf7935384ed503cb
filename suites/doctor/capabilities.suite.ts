import type { Capability } from '#harness/capabilities.ts'
import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { HarnessError } from '#harness/errors.ts'
import type { Call } from '#harness/programs/api-server.ts'
import { sharedServer } from '../shared/api-server.ts'

const { must } = rulesOf({ document: 1, section: 'Wiring' })

const server = sharedServer(async () => ({}))

/** What one request tells of a capability; the others show in the checks that need them. */
const probes: Readonly<Partial<Record<Capability, (domain: string) => Call>>> = {
  'who-am-i': (domain) => review('authentication', domain, 'SelfSubjectReview', {}),
  'token-review': (domain) => review('authentication', domain, 'TokenReview', { spec: { token: 'none' } }),
  'access-review': (domain) =>
    review('authorization', domain, 'SubjectAccessReview', {
      spec: { user: 'nobody', nonResourceAttributes: { path: '/', verb: 'get' } },
    }),
  objects: () => ({ path: '/api/v1/namespaces' }),
  'custom-resources': () => ({ path: '/apis/apiextensions.orch.io/v1/customresourcedefinitions' }),
  metrics: () => ({ path: '/metrics' }),
}

function review(group: string, domain: string, kind: string, rest: object): Call {
  const path = `/apis/${group}.orch.io/v1/${kind.toLowerCase()}s`
  return { method: 'POST', path, body: { apiVersion: `${group}.${domain}/v1`, kind, ...rest } }
}

for (const [capability, probe] of Object.entries(probes)) {
  must(`doctor.capability.${capability}`, 'wiring', () => {
    says(`The API server offers ${capability}, unless its target file switches it off.`)
    test(`the API server offers the capability ${capability}`, async (check) => {
      check.needs(capability as Capability)
      const running = await server()
      const { method = 'GET', path, ...rest } = probe(running.dialect.groupDomain)
      const { status } = await running.request({ method, path, ...rest })
      if (status >= 300)
        throw new HarnessError(
          'not-applicable',
          `${method} ${running.dialect.text(path)} returned ${status}. If the API server does not have this, set in the target file: capabilities: { ${capability}: false }`,
        )

      expect(status).toBeLessThan(300)
    })
  })
}
