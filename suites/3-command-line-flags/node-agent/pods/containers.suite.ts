import { becomesTrue, currentCheck, expect, rulesOf, says, shared, test } from '#kit'
import { type Container, ContainerState, ProfileType } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, runPod, sharedAgentFixture, type AgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const configuredAgent = sharedAgentFixture(() => ({
  flags: {
    '--seccomp-default': true,
    '--feature-gates': 'CustomCPUCFSQuotaPeriod=true',
    '--cpu-cfs-quota-period': '10ms',
  },
}))
const agentWithoutQuota = sharedAgentFixture(() => ({
  flags: { '--cpu-cfs-quota': false, '--cgroup-root': '/own-root' },
}))
const defaultAgent = sharedAgentFixture(() => ({}))

let podCount = 0
const container = async (
  fixture: () => Promise<AgentFixture>,
  spec: object = {},
  extraFields: object = {},
): Promise<Container | undefined> => {
  podCount += 1
  return runPod(await fixture(), podObject(`looked-at-${podCount}`, spec, extraFields))
}

const withCpuLimit = { resources: { limits: { cpu: '500m' } } }
const beginsWithinMs = 20_000

/** Containers by name, of a pod with one container of each kind, once all containers have started. */
const podsOfEachKind = shared(
  async () => {
    const { api, runtime } = await configuredAgent()
    const containerSpec = (name: string, extraFields: object = {}) => ({
      name,
      image: 'registry.example/app:1',
      command: ['serve'],
      ...extraFields,
    })
    const initContainers = [
      containerSpec('init', withCpuLimit),
      containerSpec('sidecar', { restartPolicy: 'Always', ...withCpuLimit }),
    ]
    api.hand.create(podObject('of-each-kind', { initContainers }, withCpuLimit))
    const containerNamed = (name: string) =>
      containersOf(runtime, 'of-each-kind').find(({ config }) => config.metadata?.name === name)
    const becomesRunning = (name: string) =>
      becomesTrue(() => containerNamed(name)?.state === ContainerState.CONTAINER_RUNNING, beginsWithinMs)
    if (await becomesRunning('init'))
      runtime.containers.exit(containerNamed('init')?.id ?? '', { exitCode: 0 })
    await becomesRunning('sidecar')
    if (await becomesRunning('app')) {
      const ref = { resource: 'pods', name: 'of-each-kind' }
      api.hand.patch(ref, { spec: { ephemeralContainers: [containerSpec('ephemeral')] } })
      await becomesRunning('ephemeral')
    }
    return new Map(['init', 'sidecar', 'app', 'ephemeral'].map((name) => [name, containerNamed(name)]))
  },
  async () => {},
)

const profileOf = (found: Container | undefined) => found?.config.linux?.securityContext?.seccomp?.profileType

interface SecurityContexts {
  readonly ofContainer?: object
  readonly ofPod?: object
  readonly fault: string
}

must('agent.pods.seccomp', flagRow('--seccomp-default', 'behaviour'), () => {
  says('With --seccomp-default, containers that name no profile get that of the runtime.')
  test('gives a container the profile of the runtime', async () => {
    expect(profileOf(await container(configuredAgent))).toBe(ProfileType.RuntimeDefault)
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

  test
    .for<SecurityContexts>({
      'a container with a security context that names no profile': {
        ofContainer: { readOnlyRootFilesystem: true },
        fault: 'seccomp-default-not-with-own-context',
      },
      'a container of a pod with a security context that names no profile': {
        ofPod: { supplementalGroups: [1000] },
        fault: 'seccomp-default-not-with-pod-context',
      },
    })('gives %s the profile of the runtime', async ({ ofContainer, ofPod }) => {
      const [ownFields, podFields] = [ofContainer, ofPod].map((securityContext) => ({ securityContext }))
      expect(profileOf(await container(configuredAgent, podFields, ownFields))).toBe(
        ProfileType.RuntimeDefault,
      )
    })
    .sees(({ fault }) => fault)

  test(
    {
      title: 'gives a container the profile that its specification names',
      id: 'leaves the profile that a container names',
    },
    async () => {
      const unconfinedProfile = { securityContext: { seccompProfile: { type: 'Unconfined' } } }
      expect(profileOf(await container(configuredAgent, {}, unconfinedProfile))).toBe(ProfileType.Unconfined)
    },
  ).sees('seccomp-default-beats-pod')
})

const quotaOf = (found: Container | undefined) => {
  const { cpuQuota = 0n, cpuPeriod = 0n } = found?.config.linux?.resources ?? {}
  return found === undefined ? 'no container' : { quota: Number(cpuQuota), period: Number(cpuPeriod) }
}

must('agent.pods.cpu-quota', flagRow('--cpu-cfs-quota', 'behaviour'), () => {
  says('With --cpu-cfs-quota, limits of CPU are quotas.')
  test({ title: 'sets the quota of a container with a CPU limit', id: 'sets a quota' }, async () => {
    expect(quotaOf(await container(defaultAgent, {}, withCpuLimit))).toEqual({
      quota: 50_000,
      period: 100_000,
    })
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

  test(
    { title: 'sets no quota for a CPU limit when the flag is false', id: 'sets none when it is false' },
    async () => {
      expect(quotaOf(await container(agentWithoutQuota, {}, withCpuLimit))).toMatchObject({ quota: 0 })
    },
  ).sees('cpu-quota-set-anyway')
})

must('agent.pods.cpu-quota-period', flagRow('--cpu-cfs-quota-period', 'behaviour'), () => {
  says('Quotas of CPU are for --cpu-cfs-quota-period.')
  test(
    { title: 'sets the quota for the period of the flag', id: 'sets the quota for that period' },
    async () => {
      expect(quotaOf(await container(configuredAgent, {}, withCpuLimit))).toEqual({
        quota: 5_000,
        period: 10_000,
      })
    },
  ).sees('cpu-quota-period-ignored')
})

must('agent.pods.cgroup-root', flagRow('--cgroup-root', 'behaviour'), () => {
  says('The cgroups of pods are below --cgroup-root.')
  const parentOf = (found: Container | undefined) => found?.sandbox.config.linux?.cgroupParent
  test(
    { title: 'gives the runtime a cgroup below the root', id: 'gives the runtime a cgroup below it' },
    async () => {
      expect(parentOf(await container(agentWithoutQuota))).toMatch(/^\/own-root(\/|$)/)
      currentCheck().observe('without the flag', parentOf(await container(defaultAgent)))
    },
  ).sees('cgroup-root-ignored')
})
