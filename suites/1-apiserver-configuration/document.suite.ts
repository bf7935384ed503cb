import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { startServer } from '../shared/api-server.ts'
import { files } from './admission/complete-file.ts'

const { unspecified, excluded } = rulesOf({
  document: 1,
  section: 'Events',
  capability: 'objects',
  overlaps: true,
})

excluded(
  'configuration.summary',
  { section: 'What the service does', row: 'The files configure' },
  'The files configure plugins, authentication, authorizers, encryption, egress and traces.',
  'A summary: the rules of each kind judge what its file configures.',
)

excluded(
  'configuration.versions',
  { section: 'Versioning', row: 'Two versions exist' },
  'There are two versions, apiserver.orch.io/v1alpha1 and apiserver.config.orch.io/v1.',
  'The same texts as for apiVersion: *.file.api-version and *.file.versions judge them.',
)

excluded(
  'configuration.states',
  { section: 'States and transitions', row: 'no lifecycle states' },
  'The kinds define no states, and no transitions between them are shown.',
  'Nothing is defined that could be looked at; what a changed file does is said of one flag only, --encryption-provider-config-automatic-reload.',
)

excluded(
  'configuration.endpoints',
  { section: 'Endpoints', row: 'no inbound HTTP endpoints' },
  'The files define no endpoints that others call.',
  'It demands nothing: a server may have any endpoints for reasons that are not in the files.',
)

unspecified('configuration.events', 'Events emitted', () => {
  says('Unspecified: which events are emitted because of the files.')
  test(
    {
      title: 'records the events on a server that has just read a file',
      id: 'the events on a server that has just read a file are recorded',
    },
    async () => {
      const server = await startServer(await files.spec())
      const { status, body } = await server.request({ path: '/api/v1/events' })

      expect(status).toBe(200)
      const { items = [] } = JSON.parse(body) as { items?: readonly { readonly reason?: string }[] }
      const reasons = new Set(items.map(({ reason = 'none' }) => reason))
      currentCheck().observe(
        'reasons of events',
        [...reasons].toSorted((a, b) => a.localeCompare(b)),
      )
    },
  )
})
