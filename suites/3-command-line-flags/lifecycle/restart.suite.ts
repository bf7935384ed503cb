import { inject } from 'vitest'
import { currentCheck } from '#harness/check/context.ts'
import { rule, test } from '#harness/check/rule.ts'
import { startApiServer } from '#harness/launch/start.ts'
import { inSlot } from '../../fixtures/api-server.ts'
import { configMaps, createObjects, startWorld } from './world.ts'

rule(
  {
    id: 'lifecycle.restart.after-kill',
    level: 'UNSPECIFIED',
    says: 'What a server finds in its store after it was killed is open.',
    source: {
      document: 3,
      section: 'States and transitions',
      row: 'Other transitions, restart after a kill',
    },
    capability: 'objects',
  },
  () => {
    test('observes an object across a kill and a restart', async (check) => {
      const world = await startWorld({})
      currentCheck()?.defer(() => world.stop())
      await createObjects(world.server, ['kept'])
      world.server.program.kill()
      await world.server.program.exited
      const again = await inSlot(() =>
        startApiServer({ settings: inject('settings'), storage: world.etcd.url, peers: [...world.peers] }),
      )
      currentCheck()?.defer(() => again.stop())
      const { status } = await again.request({ path: `${configMaps}/kept` })
      check.observe('status of the object after the restart', status)
    })
  },
)
