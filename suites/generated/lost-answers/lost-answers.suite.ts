import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { agentStart, managerStart } from './api.ts'
import { loseEachResponse } from './drive.ts'
import { storeStart } from './store.ts'

// With --thorough, hundreds of starts one after the other.
const limitMs = inject('settings').thorough ? 3_600_000 : 240_000

const { unspecified } = rulesOf({ limitMs, overlaps: true })

const aspect = 'each response of a start, lost once'

unspecified(
  'generated.lost-answers.store',
  { document: 3, section: 'API server flags', row: '--etcd-servers', aspect },
  () => {
    says('Unspecified: the outcome of a start of the API server that loses one response of its store.')
    test(
      {
        title: 'an API server that loses a response of its store becomes ready or ends with an error',
        id: 'each response of the store',
      },
      () => loseEachResponse(storeStart),
    )
  },
)

unspecified(
  'generated.lost-answers.manager',
  {
    document: 2,
    section: 'GenericControllerManagerConfiguration',
    row: 'ClientConnection',
    aspect,
    program: 'controller-manager',
  },
  () => {
    says(
      'Unspecified: the outcome of a start of the controller manager that loses one response of its API server.',
    )
    test(
      {
        title:
          'a controller manager that loses a response of its API server becomes ready or ends with an error',
        id: 'each response to the manager',
      },
      () => loseEachResponse(managerStart),
    )
  },
)

unspecified(
  'generated.lost-answers.agent',
  { document: 3, section: 'Node agent flags', row: '--orchconfig', aspect, program: 'node-agent' },
  () => {
    says('Unspecified: the outcome of a start of the node agent that loses one response of its API server.')
    test(
      {
        title: 'a node agent that loses a response of its API server becomes ready or ends with an error',
        id: 'each response to the agent',
      },
      () => loseEachResponse(agentStart),
    )
  },
)
