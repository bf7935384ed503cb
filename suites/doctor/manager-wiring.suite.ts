import { expect, rule, rulesOf, says, test, until } from '#kit'
import { cloudManagerRule, startCloudManager } from '../shared/cloud-manager.ts'
import { checkApi, startManager } from '../shared/controller-manager.ts'
import { expectNothingLeftAfterEnd } from './commands.ts'
import { createNode } from '../shared/manager/nodes.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Wiring',
  program: 'controller-manager',
  profile: 'controller-manager',
})

must('doctor.controller-manager.end', 'wiring', () => {
  says('The command of the controller manager ends with it.')
  test(
    {
      title: 'SIGTERM ends the controller manager and its command, and no process remains',
      id: 'SIGTERM ends the controller manager and its command, and nothing is left',
    },
    async () => {
      const manager = await startManager({ api: await checkApi() })
      await expectNothingLeftAfterEnd(manager, Number(new URL(manager.url).port))
    },
  )
})

const source = { document: 2, section: 'Wiring', rows: ['wiring'] } as const
// Long enough for a controller to request its resources, which it does as soon as it runs.
const requestedWithinMs = 15_000

must('doctor.controller-manager', 'wiring', () => {
  says('The controller manager starts, answers on its port, and reaches the mock API server.')
  test('the controller manager starts and watches the mock API server', async () => {
    const api = await checkApi()
    const manager = await startManager({ api })
    await until(() => api.watches.length > 0, {
      withinMs: requestedWithinMs,
      what: 'the API server was watched',
    })

    expect((await manager.get('/healthz')).status).toBeGreaterThan(0)
  })
})

rule(
  {
    ...cloudManagerRule,
    source,
    id: 'doctor.cloud-controller-manager',
    says: 'The cloud controller manager starts and reaches the mock API server and, by its provider, the mock cloud.',
  },
  () => {
    test(
      {
        title: 'the cloud controller manager starts and queries the mock cloud for a node',
        id: 'the cloud controller manager starts and asks the mock cloud about a node',
      },
      async () => {
        const { api, cloud } = await startCloudManager({
          loops: ['nodes'],
          prepareApi: (one) => createNode(one, 'node-a', { isNew: true }),
        })
        await until(() => cloud.calls('instance-metadata').length > 0, {
          withinMs: requestedWithinMs,
          what: 'the cloud was asked about a node',
        })

        expect(api.journal.length).toBeGreaterThan(0)
      },
    )
  },
)

rule(
  {
    ...cloudManagerRule,
    source,
    id: 'doctor.cloud-controller-manager.end',
    says: 'The command of the cloud controller manager ends with it.',
  },
  () => {
    test(
      {
        title: 'SIGTERM ends the cloud controller manager and its command, and no process remains',
        id: 'SIGTERM ends the cloud controller manager and its command, and nothing is left',
      },
      async () => {
        const { manager } = await startCloudManager({ loops: ['nodes'], prepareApi: () => {} })
        await expectNothingLeftAfterEnd(manager, Number(new URL(manager.url).port))
      },
    )
  },
)
