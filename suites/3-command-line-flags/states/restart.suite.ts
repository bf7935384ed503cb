import { rulesOf, says, test } from '#kit'
import { startServer } from '../../shared/api-server.ts'
import { storageOf } from '../../shared/storage.ts'
import { configMaps, createObjects, startFixture } from './fixture.ts'

const { unspecified } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

unspecified(
  'lifecycle.restart.after-kill',
  { row: 'Other transitions', aspect: 'restart after a kill' },
  () => {
    says('What a server finds in its store after it was killed is open.')
    test(
      {
        title: 'records whether an object survives a kill and a restart',
        id: 'observes an object across a kill and a restart',
      },
      async (check) => {
        const stateFixture = await startFixture({})
        check.defer(() => stateFixture.stop())
        await createObjects(stateFixture.server, ['kept'])
        stateFixture.server.program.kill()
        await stateFixture.server.program.exited
        const secondServer = await startServer({ storage: storageOf(stateFixture.etcd) })
        const { status } = await secondServer.request({ path: `${configMaps}/kept` })
        check.observe('status of the object after the restart', status)
      },
    )
  },
)
