import { type NamedCases, expect, formerly, rulesOf, says, test } from '#kit'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import { emptyDifference, type ExpectedEvents, compareLedger } from '../../../../shared/audit/ledger.ts'
import { evaluate, type Stage } from '../../../../shared/audit/policy.ts'
import { flagRow } from '../../../../shared/flags/place.ts'
import { caseUser, policyCases } from './policy-cases.ts'
import { generatedRequests, policy, waitUntilRecorded, sendAs, policyServer } from './policy-server.ts'

const { must } = rulesOf({ document: 3, section: 'Events' })

const row = (aspect: string) => flagRow('--audit-policy-file', aspect)
const shortStages: readonly Stage[] = ['RequestReceived', 'ResponseComplete']

const titledCases = Object.fromEntries(
  Object.entries(policyCases).map(([name, one]) => [one.title ?? name, formerly(name, one)]),
)

must('audit.policy.conditions', { ...row('conditions'), capability: 'audit-policy' }, () => {
  says(
    'A rule selects requests of which all its conditions hold; the first such rule decides, and without one nothing is recorded.',
  )
  test
    .for(titledCases)('selects %s', async ({ recordedRequests: wanted, unrecordedRequests }, check) => {
      check.needs('token-file-csv')
      const name =
        Object.entries(policyCases).find(([, { recordedRequests: one }]) => one === wanted)?.[0] ?? ''
      const auditedServer = await policyServer()
      const expected: ExpectedEvents[] = []
      for (const request of wanted) {
        const uri = await sendAs(auditedServer, request.user ?? caseUser(name), request)
        expected.push({ uri, stages: shortStages, level: 'Metadata' })
      }
      for (const request of unrecordedRequests) {
        expected.push({
          uri: await sendAs(auditedServer, request.user ?? caseUser(name), request),
          stages: [],
        })
      }
      await waitUntilRecorded(auditedServer)

      expect(compareLedger(expected, auditedServer.log.events())).toEqual(emptyDifference)
    })
    .sees(({ faults, rules }) => [
      ...faults,
      // A rule of level None matches requests without recording them.
      ...(rules.some(({ level }) => level === 'None') ? [] : ['audit-policy-unmatched-recorded']),
    ])
})

must('audit.policy.generated', { ...row('many rules'), capability: 'audit-policy', limitMs: 180_000 }, () => {
  says('What is recorded follows from the policy alone, however many rules it has.')
  test(
    {
      title: 'five hundred requests are recorded as two hundred rules require',
      id: 'five hundred requests are recorded as two hundred rules say',
    },
    async (check) => {
      check.needs('token-file-csv')
      const auditedServer = await policyServer()
      const expected: ExpectedEvents[] = []
      for (const { method, path, attributes: request } of generatedRequests) {
        const uri = await sendAs(auditedServer, request.user.name, { method, path })
        const { level, omitStages } = evaluate(policy, request)
        const stages = level === 'None' ? [] : shortStages.filter((stage) => !omitStages.includes(stage))
        expected.push({ uri, stages, level })
      }
      await waitUntilRecorded(auditedServer)

      expect(expected.filter(({ stages }) => stages.length > 0).length, 'requests to record').toBeGreaterThan(
        100,
      )
      expect(compareLedger(expected, auditedServer.log.events())).toEqual(emptyDifference)
    },
  ).sees('audit-policy-groups-ignored')
})

must('audit.policy.stages', { ...row('stages'), capability: 'audit-policy' }, () => {
  says('Stages that the policy or the rule omits are not recorded, all others are.')
  const cases: NamedCases<{ user: string; stages: readonly Stage[] }> = {
    'without the stage that the policy omits': formerly('where the policy omits one', {
      user: 'stages-kept',
      stages: ['RequestReceived', 'ResponseComplete'],
    }),
    'without the stage that its rule omits': formerly('where its rule omits another', {
      user: 'stages-omitted',
      stages: ['ResponseComplete'],
    }),
  }
  test
    .for(cases)('a watch is recorded %s', async ({ user, stages }) => {
      const auditedServer = await policyServer()
      const path = '/api/v1/namespaces/default/configmaps?watch=true&timeoutSeconds=1'
      const uri = await sendAs(auditedServer, user, { method: 'GET', path })
      await waitUntilRecorded(auditedServer)

      expect(compareLedger([{ uri, stages, level: 'Metadata' }], auditedServer.log.events())).toEqual(
        emptyDifference,
      )
    })
    .sees('audit-policy-global-stages-ignored')
})

must(
  'audit.events.both-places',
  { row: 'audit backends and modes', aspect: 'log and webhook', capability: 'audit-events' },
  () => {
    says('Events are recorded to the log and to the webhook where both are set up.')
    test(
      {
        title: 'the receiver receives the events of the log',
        id: 'the receiver gets the events that the log has',
      },
      async () => {
        const auditedServer = await policyServer()
        const uris = [await sendAs(auditedServer, 'alice', { method: 'GET', path: '/case/users' })]
        await waitUntilRecorded(auditedServer)
        const recordedStages = (events: readonly AuditEvent[]) =>
          events
            .filter(({ requestURI }) => uris.includes(requestURI))
            .map(({ stage, level }) => `${stage} ${level}`)

        expect(recordedStages(auditedServer.log.events())).toEqual(
          shortStages.map((stage) => `${stage} Metadata`),
        )
        expect(recordedStages(auditedServer.receiver.events).toSorted()).toEqual(
          recordedStages(auditedServer.log.events()).toSorted(),
        )
      },
    )
  },
)
