import { type CreateResult, freshName, type PluginProbe, type PluginFixture } from './plugin-fixture.ts'

const pods = (space: string): string => `/api/v1/namespaces/${space}/pods`

/** Returns a pod that every plugin leaves unchanged or changes in a different way. */
export function pod(spec: object = {}, container: object = {}): object {
  const mainContainer = {
    name: 'main',
    image: 'example.org/main:1',
    imagePullPolicy: 'IfNotPresent',
    ...container,
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: freshName('pod') },
    spec: { containers: [mainContainer], ...spec },
  }
}

type PodSpec = {
  readonly serviceAccountName?: string
  readonly priority?: number
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly {
    readonly key?: string
    readonly effect?: string
    readonly tolerationSeconds?: number
  }[]
  readonly containers: readonly {
    readonly imagePullPolicy?: string
    readonly resources?: { readonly limits?: object }
  }[]
}

/** Returns the spec of the created pod. */
export function podSpec(made: CreateResult): PodSpec | undefined {
  return made.outcome === 'made' ? (made.object.spec as PodSpec) : undefined
}

async function createPodIn(
  fixture: PluginFixture,
  purpose: string,
  object: object,
  metadata = {},
): Promise<CreateResult> {
  return fixture.requestCreation(pods(await fixture.space(purpose, metadata)), object)
}

const isRejected = ({ outcome }: CreateResult): boolean => outcome === 'kept-away'

const hasToleration = (made: CreateResult, key: string): boolean =>
  podSpec(made)?.tolerations?.some((toleration) => toleration.key === key) === true

const schedulerAnnotation = (name: string, value: string) => ({
  annotations: { [`scheduler.alpha.orch.io/${name}`]: value },
})

/** Observes plugins by their effects on a pod. */
export const podProbes = {
  AlwaysPullImages: async (fixture) =>
    podSpec(await createPodIn(fixture, 'pulled', pod()))?.containers[0]?.imagePullPolicy === 'Always',
  DefaultTolerationSeconds: async (fixture) =>
    hasToleration(
      await createPodIn(fixture, 'tolerated', pod()),
      fixture.spellingOf('node.orch.io/not-ready'),
    ),
  ExtendedResourceToleration: async (fixture) => {
    const extendedResource = { 'example.com/gpu': '1' }
    const podWithExtendedResource = pod(
      {},
      { resources: { limits: extendedResource, requests: extendedResource } },
    )
    return hasToleration(await createPodIn(fixture, 'extended', podWithExtendedResource), 'example.com/gpu')
  },
  ImagePolicyWebhook: async (fixture) => {
    const namespace = await fixture.space('images')
    await fixture.requestCreation(pods(namespace), pod())
    return fixture.peers.images.journal.some(({ subject }) => subject === namespace)
  },
  LimitPodHardAntiAffinityTopology: async (fixture) => {
    const affinityTerm = { labelSelector: { matchLabels: { app: 'other' } }, topologyKey: 'example.org/rack' }
    const requiredAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [affinityTerm] }
    return isRejected(
      await createPodIn(fixture, 'affine', pod({ affinity: { podAntiAffinity: requiredAffinity } })),
    )
  },
  LimitRanger: async (fixture) => {
    await fixture.prepareOnce('limits', async () => {
      const path = `/api/v1/namespaces/${await fixture.space('limited')}/limitranges`
      const limits = [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }]
      await fixture.requestCreation(path, {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'limits' },
        spec: { limits },
      })
      return path
    })
    const createdPod = await createPodIn(fixture, 'limited', pod())
    return podSpec(createdPod)?.containers[0]?.resources?.limits !== undefined
  },
  PodNodeSelector: async (fixture) => {
    const metadata = schedulerAnnotation('node-selector', 'floor=second')
    return (
      podSpec(await createPodIn(fixture, 'selected', pod(), metadata))?.nodeSelector?.['floor'] === 'second'
    )
  },
  PodSecurity: async (fixture) => {
    const metadata = { labels: { 'pod-security.orch.io/enforce': 'restricted' } }
    return isRejected(await createPodIn(fixture, 'restricted', pod({ hostNetwork: true }), metadata))
  },
  PodTolerationRestriction: async (fixture) => {
    const toleration = { key: 'example.org/wet', operator: 'Exists', effect: 'NoSchedule' }
    const metadata = schedulerAnnotation('defaultTolerations', JSON.stringify([toleration]))
    return hasToleration(await createPodIn(fixture, 'restrained', pod(), metadata), 'example.org/wet')
  },
  Priority: async (fixture) =>
    podSpec(await createPodIn(fixture, 'prioritized', pod()))?.priority !== undefined,
  RuntimeClass: async (fixture) =>
    isRejected(await createPodIn(fixture, 'classless', pod({ runtimeClassName: 'no-such-class' }))),
  ServiceAccount: async (fixture) =>
    podSpec(await createPodIn(fixture, 'accounted', pod()))?.serviceAccountName === 'default',
} satisfies Record<string, PluginProbe>

/** Returns the source of the node selector of a new pod. */
export async function selectorFrom(fixture: PluginFixture): Promise<string | undefined> {
  const createdPod = await fixture.requestCreation(
    `/api/v1/namespaces/${await fixture.space('plain')}/pods`,
    pod(),
  )
  return podSpec(createdPod)?.nodeSelector?.['from']
}
