import { formerly, becomesTrue, currentCheck, expect, rulesOf, says, seeing, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage } from '../../../shared/storage.ts'
import { apiNodePort, apiService, withoutManagers } from './fixtures.ts'

const { must } = rulesOf({ capability: 'api-service', overlaps: true, limitMs: 120_000 })

const flag = '--orch-service-node-port'
const changedWithinMs = 15_000
const flagsWithPort: Flags = { ...withoutManagers, [flag]: apiNodePort }
const flagsWithoutPort: Flags = { ...withoutManagers }
const laterStarts = {
  'the API service gets the port although an earlier server set none': formerly(
    'a port on a store of a server without one',
    seeing([], {
      before: flagsWithoutPort,
      flags: flagsWithPort,
      expected: { type: 'NodePort', nodePort: apiNodePort },
    }),
  ),
  'the API service loses the port that an earlier server set': formerly(
    'no port on a store of a server with one',
    seeing([], {
      before: flagsWithPort,
      flags: flagsWithoutPort,
      expected: { type: 'ClusterIP', nodePort: undefined },
    }),
  ),
}

must('flag.orch-service-node-port.later', flagRow(flag, 'second start'), () => {
  says('The API service has the type and the port of the flag, whatever an earlier server made of it.')
  test
    .for(laterStarts)('%s', async ({ before, flags, expected }) => {
      const storage = await startStorage()
      currentCheck().defer(() => storage.stop())
      const firstServer = await startServer({ storage, flags: before })
      expect((await apiService(firstServer)).spec.type, 'the type at first').not.toBe(expected.type)
      firstServer.program.signal('SIGKILL')

      const secondServer = await startServer({ storage, flags })
      const serviceType = async () => {
        const { type, ports } = (await apiService(secondServer)).spec
        return { type, nodePort: ports[0]?.nodePort }
      }
      const isChanged = async () => JSON.stringify(await serviceType()) === JSON.stringify(expected)
      await becomesTrue(isChanged, changedWithinMs)
      expect(await serviceType()).toEqual(expected)
    })
    .sees('api-service-type-kept')
})
