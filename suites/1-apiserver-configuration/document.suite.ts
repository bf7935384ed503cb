import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import { startServer } from '../shared/api-server.ts'
import { files } from './admission/complete-file.ts'

excluded({
  id: 'configuration.summary',
  says: 'The files configure plugins, authentication, authorizers, encryption, egress and traces.',
  source: { document: 1, section: 'What the service does', rows: ['The files configure'] },
  excluded: { reason: 'A summary: the rules of each kind judge what its file configures.' },
})

excluded({
  id: 'configuration.versions',
  says: 'There are two versions, apiserver.orch.io/v1alpha1 and apiserver.config.orch.io/v1.',
  source: { document: 1, section: 'Versioning', rows: ['Two versions exist'] },
  excluded: {
    reason: 'The same texts as for apiVersion: *.file.api-version and *.file.versions judge them.',
  },
})

excluded({
  id: 'configuration.states',
  says: 'The kinds define no states, and no transitions between them are shown.',
  source: { document: 1, section: 'States and transitions', rows: ['no lifecycle states'] },
  excluded: {
    reason:
      'Nothing is defined that could be looked at; what a changed file does is said of one flag only, --encryption-provider-config-automatic-reload.',
  },
})

excluded({
  id: 'configuration.endpoints',
  says: 'The files define no endpoints that others call.',
  source: { document: 1, section: 'Endpoints', rows: ['no inbound HTTP endpoints'] },
  excluded: {
    reason: 'It demands nothing: a server may have any endpoints for reasons that are not in the files.',
  },
})

rule(
  {
    id: 'configuration.events',
    level: 'UNSPECIFIED',
    says: 'Unspecified: which events are emitted because of the files.',
    source: { document: 1, section: 'Events', rows: ['Events emitted'] },
    capability: 'objects',
    overlaps: true,
  },
  () => {
    test('the events on a server that has just read a file are recorded', async () => {
      const server = await startServer(await files.spec())
      const { status, body } = await server.request({ path: '/api/v1/events' })

      expect(status).toBe(200)
      const { items = [] } = JSON.parse(body) as { items?: readonly { readonly reason?: string }[] }
      const reasons = new Set(items.map(({ reason = 'none' }) => reason))
      currentCheck().observe(
        'reasons of events',
        [...reasons].toSorted((a, b) => a.localeCompare(b)),
      )
    })
  },
)
