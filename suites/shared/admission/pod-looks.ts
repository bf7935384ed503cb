import { type Attempt, freshName, type Look, type PluginWorld } from './plugin-world.ts'

const pods = (space: string): string => `/api/v1/namespaces/${space}/pods`

/** Returns a pod that every plugin leaves unchanged or changes in a different way. */
export function pod(spec: object = {}, container: object = {}): object {
  const main = {
    name: 'main',
    image: 'example.org/main:1',
    imagePullPolicy: 'IfNotPresent',
    ...container,
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: freshName('pod') },
    spec: { containers: [main], ...spec },
  }
}

type PodSpec = {
  readonly serviceAccountName?: string
  readonly priority?: number
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly { readonly key?: string; readonly tolerationSeconds?: number }[]
  readonly containers: readonly {
    readonly imagePullPolicy?: string
    readonly resources?: { readonly limits?: object }
  }[]
}

/** Returns the spec of the created pod. */
export function podSpec(made: Attempt): PodSpec | undefined {
  return made.outcome === 'made' ? (made.object.spec as PodSpec) : undefined
}

async function madeIn(world: PluginWorld, purpose: string, object: object, metadata = {}): Promise<Attempt> {
  return world.attempt(pods(await world.space(purpose, metadata)), object)
}

const keepsAway = ({ outcome }: Attempt): boolean => outcome === 'kept-away'

const tolerates = (made: Attempt, key: string): boolean =>
  podSpec(made)?.tolerations?.some((toleration) => toleration.key === key) === true

const annotated = (name: string, value: string) => ({
  annotations: { [`scheduler.alpha.orch.io/${name}`]: value },
})

/** Observes plugins by their effects on a pod. */
export const podLooks = {
  AlwaysPullImages: async (world) =>
    podSpec(await madeIn(world, 'pulled', pod()))?.containers[0]?.imagePullPolicy === 'Always',
  DefaultTolerationSeconds: async (world) =>
    tolerates(await madeIn(world, 'tolerated', pod()), world.spelled('node.orch.io/not-ready')),
  ExtendedResourceToleration: async (world) => {
    const extended = { 'example.com/gpu': '1' }
    const wanting = pod({}, { resources: { limits: extended, requests: extended } })
    return tolerates(await madeIn(world, 'extended', wanting), 'example.com/gpu')
  },
  ImagePolicyWebhook: async (world) => {
    const space = await world.space('images')
    await world.attempt(pods(space), pod())
    return world.peers.images.journal.some(({ subject }) => subject === space)
  },
  LimitPodHardAntiAffinityTopology: async (world) => {
    const term = { labelSelector: { matchLabels: { app: 'other' } }, topologyKey: 'example.org/rack' }
    const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    return keepsAway(await madeIn(world, 'affine', pod({ affinity: { podAntiAffinity: required } })))
  },
  LimitRanger: async (world) => {
    await world.once('limits', async () => {
      const path = `/api/v1/namespaces/${await world.space('limited')}/limitranges`
      const limits = [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }]
      await world.attempt(path, {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'limits' },
        spec: { limits },
      })
      return path
    })
    const made = await madeIn(world, 'limited', pod())
    return podSpec(made)?.containers[0]?.resources?.limits !== undefined
  },
  PodNodeSelector: async (world) => {
    const metadata = annotated('node-selector', 'floor=second')
    return podSpec(await madeIn(world, 'selected', pod(), metadata))?.nodeSelector?.['floor'] === 'second'
  },
  PodSecurity: async (world) => {
    const metadata = { labels: { 'pod-security.orch.io/enforce': 'restricted' } }
    return keepsAway(await madeIn(world, 'restricted', pod({ hostNetwork: true }), metadata))
  },
  PodTolerationRestriction: async (world) => {
    const toleration = { key: 'example.org/wet', operator: 'Exists', effect: 'NoSchedule' }
    const metadata = annotated('defaultTolerations', JSON.stringify([toleration]))
    return tolerates(await madeIn(world, 'restrained', pod(), metadata), 'example.org/wet')
  },
  Priority: async (world) => podSpec(await madeIn(world, 'prioritized', pod()))?.priority !== undefined,
  RuntimeClass: async (world) =>
    keepsAway(await madeIn(world, 'classless', pod({ runtimeClassName: 'no-such-class' }))),
  ServiceAccount: async (world) =>
    podSpec(await madeIn(world, 'accounted', pod()))?.serviceAccountName === 'default',
} satisfies Record<string, Look>

/** Returns the source of the node selector of a new pod. */
export async function selectorFrom(world: PluginWorld): Promise<string | undefined> {
  const made = await world.attempt(`/api/v1/namespaces/${await world.space('plain')}/pods`, pod())
  return podSpec(made)?.nodeSelector?.['from']
}
