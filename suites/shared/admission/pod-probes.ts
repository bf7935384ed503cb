import { type CreateResult, freshName, type PluginProbe, type PluginFixture } from './plugin-fixture.ts'

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
export function podSpec(made: CreateResult): PodSpec | undefined {
  return made.outcome === 'made' ? (made.object.spec as PodSpec) : undefined
}

async function madeIn(
  fixture: PluginFixture,
  purpose: string,
  object: object,
  metadata = {},
): Promise<CreateResult> {
  return fixture.attempt(pods(await fixture.space(purpose, metadata)), object)
}

const keepsAway = ({ outcome }: CreateResult): boolean => outcome === 'kept-away'

const tolerates = (made: CreateResult, key: string): boolean =>
  podSpec(made)?.tolerations?.some((toleration) => toleration.key === key) === true

const annotated = (name: string, value: string) => ({
  annotations: { [`scheduler.alpha.orch.io/${name}`]: value },
})

/** Observes plugins by their effects on a pod. */
export const podProbes = {
  AlwaysPullImages: async (fixture) =>
    podSpec(await madeIn(fixture, 'pulled', pod()))?.containers[0]?.imagePullPolicy === 'Always',
  DefaultTolerationSeconds: async (fixture) =>
    tolerates(await madeIn(fixture, 'tolerated', pod()), fixture.spelled('node.orch.io/not-ready')),
  ExtendedResourceToleration: async (fixture) => {
    const extended = { 'example.com/gpu': '1' }
    const wanting = pod({}, { resources: { limits: extended, requests: extended } })
    return tolerates(await madeIn(fixture, 'extended', wanting), 'example.com/gpu')
  },
  ImagePolicyWebhook: async (fixture) => {
    const space = await fixture.space('images')
    await fixture.attempt(pods(space), pod())
    return fixture.peers.images.journal.some(({ subject }) => subject === space)
  },
  LimitPodHardAntiAffinityTopology: async (fixture) => {
    const term = { labelSelector: { matchLabels: { app: 'other' } }, topologyKey: 'example.org/rack' }
    const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    return keepsAway(await madeIn(fixture, 'affine', pod({ affinity: { podAntiAffinity: required } })))
  },
  LimitRanger: async (fixture) => {
    await fixture.once('limits', async () => {
      const path = `/api/v1/namespaces/${await fixture.space('limited')}/limitranges`
      const limits = [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }]
      await fixture.attempt(path, {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'limits' },
        spec: { limits },
      })
      return path
    })
    const made = await madeIn(fixture, 'limited', pod())
    return podSpec(made)?.containers[0]?.resources?.limits !== undefined
  },
  PodNodeSelector: async (fixture) => {
    const metadata = annotated('node-selector', 'floor=second')
    return podSpec(await madeIn(fixture, 'selected', pod(), metadata))?.nodeSelector?.['floor'] === 'second'
  },
  PodSecurity: async (fixture) => {
    const metadata = { labels: { 'pod-security.orch.io/enforce': 'restricted' } }
    return keepsAway(await madeIn(fixture, 'restricted', pod({ hostNetwork: true }), metadata))
  },
  PodTolerationRestriction: async (fixture) => {
    const toleration = { key: 'example.org/wet', operator: 'Exists', effect: 'NoSchedule' }
    const metadata = annotated('defaultTolerations', JSON.stringify([toleration]))
    return tolerates(await madeIn(fixture, 'restrained', pod(), metadata), 'example.org/wet')
  },
  Priority: async (fixture) => podSpec(await madeIn(fixture, 'prioritized', pod()))?.priority !== undefined,
  RuntimeClass: async (fixture) =>
    keepsAway(await madeIn(fixture, 'classless', pod({ runtimeClassName: 'no-such-class' }))),
  ServiceAccount: async (fixture) =>
    podSpec(await madeIn(fixture, 'accounted', pod()))?.serviceAccountName === 'default',
} satisfies Record<string, PluginProbe>

/** Returns the source of the node selector of a new pod. */
export async function selectorFrom(fixture: PluginFixture): Promise<string | undefined> {
  const made = await fixture.attempt(`/api/v1/namespaces/${await fixture.space('plain')}/pods`, pod())
  return podSpec(made)?.nodeSelector?.['from']
}
