import { becomesTrue, currentCheck, expect, rulesOf, says, seeing, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage } from '../../../shared/storage.ts'
import { apiNodePort, apiService, withoutManagers } from './fixtures.ts'

const { must } = rulesOf({ capability: 'api-service', overlaps: true, limitMs: 120_000 })

const flag = '--orch-service-node-port'
const changedWithinMs = 15_000
const withPort: Flags = { ...withoutManagers, [flag]: apiNodePort }
const without: Flags = { ...withoutManagers }
const later = {
  'a port on a store of a server without one': seeing([], {
    before: without,
    flags: withPort,
    expected: { type: 'NodePort', nodePort: apiNodePort },
  }),
  'no port on a store of a server with one': seeing([], {
    before: withPort,
    flags: without,
    expected: { type: 'ClusterIP', nodePort: undefined },
  }),
}

must('flag.orch-service-node-port.later', flagRow(flag, 'second start'), () => {
  says('The API service has the type and the port of the flag, whatever an earlier server made of it.')
  test
    .for(later)({ title: 'has %s', id: '%s' }, async ({ before, flags, expected }) => {
      const storage = await startStorage()
      currentCheck().defer(() => storage.stop())
      const first = await startServer({ storage, flags: before })
      expect((await apiService(first)).spec.type, 'the type at first').not.toBe(expected.type)
      first.program.signal('SIGKILL')

      const second = await startServer({ storage, flags })
      const seen = async () => {
        const { type, ports } = (await apiService(second)).spec
        return { type, nodePort: ports[0]?.nodePort }
      }
      const isRight = async () => JSON.stringify(await seen()) === JSON.stringify(expected)
      await becomesTrue(isRight, changedWithinMs)
      expect(await seen()).toEqual(expected)
    })
    .sees('api-service-type-kept')
})
