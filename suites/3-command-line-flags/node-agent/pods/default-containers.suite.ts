import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { type Container, ContainerState, ProfileType } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject } from '../fixture.ts'
import { defaultFixture } from './default-fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const startsWithinMs = 15_000
const image = 'registry.example/app:1'
const pod = 'of-several'
const specs = [
  { name: 'plain', image },
  { name: 'requesting', image, resources: { requests: { cpu: '100m' } } },
  { name: 'larger', image, resources: { limits: { cpu: '100m' } } },
  { name: 'smaller', image, resources: { limits: { cpu: '50m' } } },
]

/** Returns the container with a name of a pod with several containers, once they run. */
async function containerNamed(name: string): Promise<Container | undefined> {
  const { api, runtime } = await defaultFixture()
  if (api.hand.get({ resource: 'pods', name: pod }) === undefined)
    api.hand.create(podObject(pod, { containers: specs }))
  const running = () =>
    containersOf(runtime, pod).filter(({ state }) => state === ContainerState.CONTAINER_RUNNING)
  await becomesTrue(() => running().length === specs.length, startsWithinMs)
  return running().find(({ config }) => config.metadata?.name === name)
}

must('agent.pods.seccomp-off', flagRow('--seccomp-default', 'off'), () => {
  says('Without --seccomp-default, containers that name no profile do not get that of the runtime.')
  test({ title: 'gives a container without a profile no profile of the runtime', id: 'none' }, async () => {
    const container = await containerNamed('plain')
    expect(container, 'a container that runs').toBeDefined()
    const { profileType } = container?.config.linux?.securityContext?.seccomp ?? {}
    expect(profileType).not.toBe(ProfileType.RuntimeDefault)
  }).sees('seccomp-default-without-flag')
})

must('agent.pods.cpu-quota-of-each', flagRow('--cpu-cfs-quota', 'each container'), () => {
  says('A container has the CPU quota of its limit, and a container without a limit has no quota.')
  const quotaOf = async (name: string) => {
    const container = await containerNamed(name)
    return container && Number(container.config.linux?.resources?.cpuQuota ?? 0n)
  }
  test({ title: 'sets the quotas of several containers', id: 'several' }, async () => {
    expect([await quotaOf('larger'), await quotaOf('smaller')]).toEqual([10_000, 5_000])
  }).sees('cpu-quota-of-first-container', 'cpu-quota-never-set')

  test({ title: 'sets no quota for a container that only requests CPU', id: 'request' }, async () => {
    const quota = await quotaOf('requesting')
    expect(quota, 'the quota of a container that runs').toBeDefined()
    // A runtime has no limit for 0 and for negative quotas.
    expect(quota).toBeLessThanOrEqual(0)
  }).sees('cpu-quota-of-requests')
})
