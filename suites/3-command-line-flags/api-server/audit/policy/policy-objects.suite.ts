import { expect, formerly, rulesOf, says, test } from '#kit'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import { managedMetadata } from '../../../../shared/audit/managed-metadata.ts'
import { flagRow } from '../../../../shared/flags/place.ts'
import { configMapEvent } from '../objects.ts'
import { waitUntilRecorded, sendAs, policyServer } from './policy-server.ts'

const { must } = rulesOf({ capability: 'audit-policy' })

let maps = 0

/** Returns the event for the creation of a config map by a user. */
async function creationEvent(user: string, metadata: object = {}): Promise<AuditEvent | undefined> {
  const auditedServer = await policyServer()
  // A request of the administrator waits until the server has created the namespace.
  await configMapEvent(auditedServer, 'log', 0)
  const path = '/api/v1/namespaces/default/configmaps'
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `policy-${++maps}`, ...metadata } }
  const uri = await sendAs(auditedServer, user, { method: 'POST', path }, object)
  await waitUntilRecorded(auditedServer)
  return auditedServer.log
    .events()
    .find(({ requestURI, stage }) => requestURI === uri && stage === 'ResponseComplete')
}

const levels = {
  Metadata: {
    objects: [false, false],
    faults: ['audit-metadata-with-objects', 'audit-policy-users-ignored'],
  },
  Request: {
    objects: [true, false],
    faults: ['audit-request-object-missing', 'audit-request-with-response', 'audit-policy-users-ignored'],
  },
  RequestResponse: {
    objects: [true, true],
    faults: ['audit-request-object-missing', 'audit-response-object-missing'],
  },
} as const

must('audit.policy.levels', flagRow('--audit-policy-file', 'levels'), () => {
  says('Metadata has neither object, Request the one that was sent, RequestResponse both.')
  for (const [level, { objects, faults }] of Object.entries(levels)) {
    test(
      {
        title: `events of level ${level} have the documented objects`,
        id: `events of level ${level} have the objects that they should`,
      },
      async (check) => {
        check.needs('objects')
        const event = await creationEvent(`level-${level}`)

        expect(event?.level).toBe(level)
        expect([event?.requestObject, event?.responseObject].map((object) => object !== undefined)).toEqual(
          objects,
        )
      },
    ).sees(...faults)
  }
})

must('audit.policy.managed-fields', flagRow('--audit-policy-file', 'managed fields'), () => {
  says(
    'With omitManagedFields, events lack the managed fields of their objects; a rule overrides the policy.',
  )
  const cases = {
    'keeps managed fields if its rule says so': formerly('keeps them where its rule says so', {
      user: 'managed-kept',
      has: true,
    }),
    'lacks managed fields if the policy omits them': formerly('lacks them where the policy omits them', {
      user: 'managed-omitted',
      has: false,
    }),
  }
  test
    .for(cases)('an event %s', async ({ user, has }, check) => {
      check.needs('objects')
      const event = await creationEvent(user, managedMetadata)

      expect(event?.requestObject, 'the request in the event').toBeDefined()
      expect(JSON.stringify(event?.requestObject).includes('managedFields'), 'has managed fields').toBe(has)
    })
    .sees(({ has }) =>
      has
        ? [
            'audit-policy-managed-fields-override-ignored',
            'audit-request-object-missing',
            'audit-policy-users-ignored',
          ]
        : ['audit-managed-fields-kept', 'audit-request-object-missing'],
    )
})
