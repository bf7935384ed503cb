import { accepts, expect, refuses, rulesOf, says } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { configuredServer, createOnServer, defaultServer } from './fixtures.ts'

const { must } = rulesOf({ judgedBy: 'behaviour', capability: 'objects', overlaps: true })

let podCount = 0

/** Returns the status of the response to a pod with a privileged or unprivileged container. */
async function statusOf(server: ApiServer, isPrivileged: boolean): Promise<number> {
  podCount += 1
  const securityContext = { privileged: isPrivileged }
  const { status } = await createOnServer(server, '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `rights-${podCount}` },
    spec: { containers: [{ name: 'main', image: 'example.org/main:1', securityContext }] },
  })
  return status
}

must('flag.allow-privileged.containers', flagRow('--allow-privileged', 'meaning'), () => {
  says('Privileged containers are allowed when the flag is true, and not without it.')
  accepts(
    {
      title: 'a privileged container if the flag allows it',
      id: 'a privileged container where the flag allows it',
    },
    async () => {
      expect(await statusOf(await configuredServer(), true)).toBe(201)
    },
  ).sees('privileged-containers-never-allowed')

  refuses('a privileged container without the flag', async () => {
    const server = await defaultServer()
    const statuses = { plain: await statusOf(server, false), privileged: await statusOf(server, true) }

    expect(statuses.plain).toBe(201)
    expect(statuses.privileged).toBeGreaterThanOrEqual(400)
  }).sees('privileged-containers-always-allowed')
})
