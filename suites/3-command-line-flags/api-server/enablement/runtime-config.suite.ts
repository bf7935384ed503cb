import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { startOutcome, startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { apis, plainServer, servesApi, switchedServer } from './fixtures.ts'

const { must, unspecified } = rulesOf({ overlaps: true })

const flag = '--runtime-config'

must('flag.runtime-config.switches', { ...flagRow(flag, 'meaning'), capability: 'api-discovery' }, () => {
  says('Built-in APIs are switched on and off by the flag; all others stay as they are.')
  test(
    {
      title: 'an API that is on by default is served, unless it is switched off',
      id: 'an API that is on by default is served, and switched off it is not',
    },
    async () => {
      const api = apis.onByDefault
      const apiServed = {
        usual: await servesApi(await plainServer(), api),
        off: await servesApi(await switchedServer(), api),
      }

      expect(apiServed).toEqual({ usual: true, off: false })
    },
  ).sees('runtime-config-never-disables')

  test(
    {
      title: 'an API that is off by default is not served, unless it is switched on',
      id: 'an API that is off by default is not served, and switched on it is',
    },
    async () => {
      const api = apis.offByDefault
      const apiServed = {
        usual: await servesApi(await plainServer(), api),
        on: await servesApi(await switchedServer(), api),
      }

      expect(apiServed).toEqual({ usual: false, on: true })
    },
  ).sees('beta-apis-on-by-default')

  test(
    {
      title: 'an object of an API that is switched off cannot be created',
      id: 'an object of an API that is switched off cannot be made',
    },
    async (check) => {
      check.needs('objects-of-groups')
      const path = `/apis/${apis.onByDefault}/namespaces/default/cronjobs`
      const statuses = [await plainServer(), await switchedServer()].map((server) => server.request({ path }))
      const [usual, off] = await Promise.all(statuses)

      expect([usual?.status, off?.status]).toEqual([200, 404])
    },
  ).sees('switched-off-api-answers')

  test(
    { title: 'an API that is not listed is unchanged', id: 'an API that nobody names stays as it is' },
    async () => {
      expect(await servesApi(await switchedServer(), apis.untouched)).toBe(true)
    },
  ).sees('runtime-config-drops-others')
})

const groups = { 'api/beta': 'api/beta=true', 'a resource of an API': 'batch/v1/cronjobs=false' }
unspecified('flag.runtime-config.open-options', flagRow(flag, 'supported options'), () => {
  says('Unspecified: what can be switched in addition to groups and versions.')
  test.for(groups)(
    { title: 'observes the result of switching %s', id: 'observes what switching %s does' },
    async (value, check) => {
      const server = await startServer({ flags: { [flag]: value } })
      const path = '/apis/batch/v1/namespaces/default/cronjobs'
      check.observe('beta is on', await servesApi(server, apis.offByDefault))
      check.observe('cronjobs answer', (await server.request({ path })).status)
    },
  )

  const keys = {
    'a group that does not exist': 'nowhere.example/v1=true',
    'a version that does not exist': 'batch/v77=true',
    'a resource in upper case': 'batch/v1/CronJobs=false',
    'every API off': 'api/all=false',
  }
  test.for(keys)(
    { title: 'records whether a server starts with %s', id: 'observes whether a server starts with %s' },
    async (value) => {
      const { outcome } = await startOutcome({ flags: { [flag]: value } })
      currentCheck().observe('start', outcome)
    },
  )
})
