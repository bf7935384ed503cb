import { formerly, expect, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { createObject } from '../../../shared/objects.ts'
import { cachedServer, shortTtlServer } from './cache-servers.ts'

const { must } = rulesOf({ capability: 'propagation-policy' })

const collection = '/api/v1/namespaces/default/configmaps'

let ownerCount = 0

/** Reports whether an object still exists after its deletion, and whether it is marked for deletion. */
async function ownerStateAfterDelete(
  server: ApiServer,
  propagationPolicy: string,
): Promise<'gone' | 'marked' | 'unmarked'> {
  const name = `owner-${++ownerCount}`
  await createObject(server, collection, { metadata: { name } })
  const path = `${collection}/${name}`
  const deleteResponse = await server.request({
    method: 'DELETE',
    path: `${path}?propagationPolicy=${propagationPolicy}`,
  })
  expect(deleteResponse.status, 'the status of the deletion').toBeLessThan(300)
  const { status, body } = await server.request({ path })
  if (status === 404) return 'gone'
  const { metadata } = JSON.parse(body) as { metadata: { deletionTimestamp?: string } }
  return metadata.deletionTimestamp === undefined ? 'unmarked' : 'marked'
}

const serverWithCollector = async () => (await cachedServer()).server
const serverWithoutCollector = shortTtlServer

must('flag.enable-garbage-collector.leaves-objects', flagRow('--enable-garbage-collector', 'meaning'), () => {
  says(
    'With the garbage collector, an object whose dependents come first is marked and left to it; without it, it is deleted at once.',
  )
  const policies = {
    Foreground: formerly('their dependents before them', 'Foreground'),
    Orphan: formerly('no dependents', 'Orphan'),
  }
  test
    .for(policies)(
      {
        title: 'leaves objects that are deleted with the policy %s to the collector',
        id: 'leaves objects to the collector that are to take %s',
      },
      async (policy, check) => {
        check.needs('propagation-policy')
        expect(await ownerStateAfterDelete(await serverWithCollector(), policy)).toBe('marked')
      },
    )
    .sees('garbage-collector-missing')

  test(
    {
      title: 'deletes objects with the policy Background at once',
      id: 'deletes objects at once that are to go by themselves',
    },
    async (check) => {
      check.needs('propagation-policy')
      expect(await ownerStateAfterDelete(await serverWithCollector(), 'Background')).toBe('gone')
    },
  ).sees('garbage-collector-takes-all')

  test
    .for(policies)(
      {
        title: 'without the collector, deletes objects with the policy %s at once',
        id: 'deletes objects at once without the collector that are to take %s',
      },
      async (policy, check) => {
        check.needs('propagation-policy')
        expect(await ownerStateAfterDelete(await serverWithoutCollector(), policy)).toBe('gone')
      },
    )
    .sees('garbage-collector-always')
})
