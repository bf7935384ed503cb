import { becomesTrue, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { type Container, ContainerState, ProfileType } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, runPod, sharedAgentFixture, type AgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const configured = sharedAgentFixture(() => ({
  flags: {
    '--seccomp-default': true,
    '--feature-gates': 'CustomCPUCFSQuotaPeriod=true',
    '--cpu-cfs-quota-period': '10ms',
  },
}))
const bare = sharedAgentFixture(() => ({ flags: { '--cpu-cfs-quota': false, '--cgroup-root': '/own-root' } }))
const usual = sharedAgentFixture(() => ({}))

let count = 0
const container = async (
  fixture: () => Promise<AgentFixture>,
  spec: object = {},
  more: object = {},
): Promise<Container | undefined> => {
  count += 1
  return runPod(await fixture(), podObject(`looked-at-${count}`, spec, more))
}

const limited = { resources: { limits: { cpu: '500m' } } }
const beginsWithinMs = 20_000

/** The containers of a pod with one of each kind, by name, once all have started. */
const podsOfEachKind = shared(
  async () => {
    const { api, runtime } = await configured()
    const one = (name: string, more: object = {}) => ({
      name,
      image: 'registry.example/app:1',
      command: ['serve'],
      ...more,
    })
    const initContainers = [one('init', limited), one('sidecar', { restartPolicy: 'Always', ...limited })]
    api.hand.create(podObject('of-each-kind', { initContainers }, limited))
    const found = (name: string) =>
      containersOf(runtime, 'of-each-kind').find(({ config }) => config.metadata?.name === name)
    const begins = (name: string) =>
      becomesTrue(() => found(name)?.state === ContainerState.CONTAINER_RUNNING, beginsWithinMs)
    if (await begins('init')) runtime.containers.exit(found('init')?.id ?? '', { exitCode: 0 })
    await begins('sidecar')
    if (await begins('app')) {
      const ref = { resource: 'pods', name: 'of-each-kind' }
      api.hand.patch(ref, { spec: { ephemeralContainers: [one('ephemeral')] } })
      await begins('ephemeral')
    }
    return new Map(['init', 'sidecar', 'app', 'ephemeral'].map((name) => [name, found(name)]))
  },
  async () => {},
)

const profileOf = (found: Container | undefined) => found?.config.linux?.securityContext?.seccomp?.profileType

must('agent.pods.seccomp', flagRow('--seccomp-default', 'behaviour'), () => {
  says('With --seccomp-default, containers that name no profile get that of the runtime.')
  test('gives a container the profile of the runtime', async () => {
    expect(profileOf(await container(configured))).toBe(ProfileType.RuntimeDefault)
  }).sees('seccomp-default-ignored')

  test
    .for({
      'an init container': { name: 'init', fault: 'seccomp-default-not-of-init' },
      'an init container that keeps running': { name: 'sidecar', fault: 'seccomp-default-not-of-sidecars' },
      'an ephemeral container': { name: 'ephemeral', fault: 'seccomp-default-not-of-ephemeral' },
    })('gives %s the profile of the runtime', async ({ name }) => {
      expect(profileOf((await podsOfEachKind()).get(name))).toBe(ProfileType.RuntimeDefault)
    })
    .sees(({ fault }) => fault)

  test('leaves the profile that a container names', async () => {
    const own = { securityContext: { seccompProfile: { type: 'Unconfined' } } }
    expect(profileOf(await container(configured, {}, own))).toBe(ProfileType.Unconfined)
  }).sees('seccomp-default-beats-pod')
})

const quotaOf = (found: Container | undefined) => {
  const { cpuQuota = 0n, cpuPeriod = 0n } = found?.config.linux?.resources ?? {}
  return found === undefined ? 'no container' : { quota: Number(cpuQuota), period: Number(cpuPeriod) }
}

must('agent.pods.cpu-quota', flagRow('--cpu-cfs-quota', 'behaviour'), () => {
  says('With --cpu-cfs-quota, limits of CPU are quotas.')
  test('sets a quota', async () => {
    expect(quotaOf(await container(usual, {}, limited))).toEqual({ quota: 50_000, period: 100_000 })
  }).sees('cpu-quota-never-set')

  test
    .for({
      'an init container': { name: 'init', fault: 'cpu-quota-not-of-init' },
      'an init container that keeps running': { name: 'sidecar', fault: 'cpu-quota-not-of-sidecars' },
    })('sets a quota for %s', async ({ name }) => {
      // The period of this node agent is 10 ms.
      expect(quotaOf((await podsOfEachKind()).get(name))).toEqual({ quota: 5_000, period: 10_000 })
    })
    .sees(({ fault }) => fault)

  test({ title: 'sets no quota when the flag is false', id: 'sets none when it is false' }, async () => {
    expect(quotaOf(await container(bare, {}, limited))).toMatchObject({ quota: 0 })
  }).sees('cpu-quota-set-anyway')
})

must('agent.pods.cpu-quota-period', flagRow('--cpu-cfs-quota-period', 'behaviour'), () => {
  says('Quotas of CPU are for --cpu-cfs-quota-period.')
  test(
    { title: 'sets the quota for the period of the flag', id: 'sets the quota for that period' },
    async () => {
      expect(quotaOf(await container(configured, {}, limited))).toEqual({ quota: 5_000, period: 10_000 })
    },
  ).sees('cpu-quota-period-ignored')
})

must('agent.pods.cgroup-root', flagRow('--cgroup-root', 'behaviour'), () => {
  says('The cgroups of pods are below --cgroup-root.')
  const parentOf = (found: Container | undefined) => found?.sandbox.config.linux?.cgroupParent
  test(
    { title: 'gives the runtime a cgroup below the root', id: 'gives the runtime a cgroup below it' },
    async () => {
      expect(parentOf(await container(bare))).toMatch(/^\/own-root(\/|$)/)
      currentCheck().observe('without the flag', parentOf(await container(usual)))
    },
  ).sees('cgroup-root-ignored')
})
