import { accepts, expect, refuses, rulesOf, says } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { configuredServer, createOnServer, defaultServer } from './fixtures.ts'

const { must } = rulesOf({ judgedBy: 'behaviour', capability: 'objects', overlaps: true })

let podCount = 0

type Lists = Readonly<Partial<Record<'containers' | 'initContainers', readonly string[]>>>

/** Returns the status of the response to a pod whose container with the given name is privileged or unprivileged. */
async function statusOf(
  server: ApiServer,
  isPrivileged: boolean,
  name = 'main',
  lists: Lists = { containers: ['main'] },
): Promise<number> {
  podCount += 1
  const container = (each: string) => ({
    name: each,
    image: 'example.org/main:1',
    securityContext: { privileged: isPrivileged && each === name },
  })
  const { containers = [], initContainers = [] } = lists
  const { status } = await createOnServer(server, '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `rights-${podCount}` },
    spec: { containers: containers.map(container), initContainers: initContainers.map(container) },
  })
  return status
}

const podLists = { containers: ['main', 'second'], initContainers: ['init', 'second-init'] } as const
const laterContainers = {
  'the second container': 'second',
  'an init container': 'init',
  'the second init container': 'second-init',
} as const
const faultsByContainer = {
  second: ['later-privileged-containers-allowed'],
  init: ['privileged-init-containers-allowed'],
  'second-init': ['privileged-init-containers-allowed', 'later-privileged-containers-allowed'],
} as const

/** Expects that a pod is accepted without the flag, and rejected once the container is privileged. */
async function expectPrivilegedRejected(name?: string, lists?: Lists): Promise<void> {
  const server = await defaultServer()
  const statuses = {
    plain: await statusOf(server, false, name, lists),
    privileged: await statusOf(server, true, name, lists),
  }

  expect(statuses.plain).toBe(201)
  expect(statuses.privileged).toBeGreaterThanOrEqual(400)
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
    await expectPrivilegedRejected()
  }).sees('privileged-containers-always-allowed')

  accepts
    .for(laterContainers)('a pod of which %s is privileged if the flag allows it', async (name) => {
      expect(await statusOf(await configuredServer(), true, name, podLists)).toBe(201)
    })
    .sees('privileged-containers-never-allowed')

  refuses
    .for(laterContainers)('a pod of which %s is privileged without the flag', async (name) => {
      await expectPrivilegedRejected(name, podLists)
    })
    .sees('privileged-containers-always-allowed', (name) => faultsByContainer[name])
})
