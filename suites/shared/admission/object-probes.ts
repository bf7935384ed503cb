import { HarnessError } from '#kit'
import { allow, deny, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { createObject } from '../objects.ts'
import {
  claim,
  claims,
  configMap,
  configMaps,
  expectAnswer,
  isMade,
  mergePatch,
  specOf,
} from './made-objects.ts'
import { authorizerName } from './plugin-peers.ts'
import {
  type CreateResult,
  freshName,
  type PluginProbe,
  type CreatedObject,
  type PluginFixture,
} from './plugin-fixture.ts'
import { validatingPolicy, webhook } from './webhook-probes.ts'

const asDefault = (kind: string, name: string) => ({
  name,
  annotations: { [`${kind}.orch.io/is-default-class`]: 'true' },
})

/** Reports whether a system namespace cannot be deleted. It can be deleted only once. */
const namespaceLifecycle: PluginProbe = async (fixture) =>
  (await fixture.once('deletion', () => deleteDefault(fixture))) === 'kept'

async function deleteDefault({ server }: PluginFixture): Promise<'kept' | 'deleted'> {
  // The server creates it some time after it became ready, on a busy machine long after.
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }
  await expectAnswer(server, { method: 'POST', path: '/api/v1/namespaces', body }, [201, 409])
  const deletion = { method: 'DELETE', path: '/api/v1/namespaces/default' } as const
  return (await expectAnswer(server, deletion, [200, 202, 403])) === 403 ? 'kept' : 'deleted'
}

/** Reports whether a node is prevented from changing another one. */
const nodeRestriction: PluginProbe = async (fixture) => {
  const { server } = fixture
  const other = await fixture.once('node', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-2' } }
    await createObject(server, '/api/v1/nodes', node)
    return '/api/v1/nodes/node-2'
  })
  const as = server.credentials.authority.issue({
    commonName: 'system:node:node-1',
    organizations: ['system:nodes'],
    usage: 'client',
    hosts: [],
  })
  const patch = mergePatch({ metadata: { labels: { seen: freshName('by') } } })
  const { status, body } = await server.request({ ...patch, path: other, as })
  if (status !== 403 && status !== 200)
    throw new HarnessError('untestable', `PATCH ${other} answered ${status}: ${body.slice(0, 300)}`)
  return status === 403
}

/** Reports whether a user who may not delete an object is prevented from changing its owners. */
const ownerReferences: PluginProbe = async (fixture) => {
  const { server, peers } = fixture
  const owner = configMap('owner')
  const uid = await fixture.once('owner', async () => {
    const made = await createObject<CreatedObject>(server, configMaps(await fixture.space('owned')), owner)
    return made.metadata.uid ?? ''
  })
  const path = `${configMaps('owned')}/${freshName('owned')}`
  await createObject(server, configMaps('owned'), configMap(path.split('/').at(-1)))
  const commonName = 'who-deletes-nothing'
  const review = (honest: SubjectAccessReview) =>
    honest.spec.resourceAttributes?.verb === 'delete' ? deny()(honest) : allow()(honest)
  peers.authorizers.webhook(authorizerName).about(commonName).answer({ review })
  const as = server.credentials.authority.issue({ commonName, usage: 'client', hosts: [] })
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }
  const patch = mergePatch({ metadata: { ownerReferences: [reference] } })
  const { status, body } = await server.request({ ...patch, path, as })
  if (status !== 403 && status !== 200)
    throw new HarnessError('untestable', `PATCH ${path} answered ${status}: ${body.slice(0, 300)}`)
  return status === 403
}

/** Reports whether a bound claim is prevented from growing without a class that allows it. */
const claimResize: PluginProbe = async (fixture) => {
  const { server } = fixture
  const made = await fixture.attempt(claims(await fixture.space('grown')), claim())
  const path = `${claims('grown')}/${made.outcome === 'made' ? made.object.metadata.name : ''}`
  await expectAnswer(server, { ...mergePatch({ status: { phase: 'Bound' } }), path: `${path}/status` }, [200])
  const more = { spec: { resources: { requests: { storage: '2Gi' } } } }
  return (await expectAnswer(server, { ...mergePatch(more), path }, [200, 403])) === 403
}

/** Reports whether certificate requests for the administrators' group are rejected. */
const certificateSubject: PluginProbe = async (fixture) => {
  const { certificateRequest } = await import('../certificate-request.ts')
  const request = certificateRequest({ commonName: 'anybody', organizations: ['system:masters'] })
  const made = await fixture.attempt('/apis/certificates.orch.io/v1/certificatesigningrequests', {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: freshName('request') },
    spec: {
      request: Buffer.from(request).toString('base64'),
      signerName: 'orch.io/orch-apiserver-client',
      usages: ['client auth'],
    },
  })
  return !isMade(made)
}

function clusterRole(): object {
  const metadata = { name: freshName('role') }
  return { apiVersion: 'rbac.authorization.orch.io/v1', kind: 'ClusterRole', metadata, rules: [] }
}

/** Observes plugins by their effects on objects other than pods. */
export const objectProbes = {
  AlwaysDeny: async (fixture) =>
    !isMade(await fixture.attempt('/apis/rbac.authorization.orch.io/v1/clusterroles', clusterRole())),
  CertificateSubjectRestriction: certificateSubject,
  DefaultIngressClass: async (fixture) => {
    const name = await fixture.once('ingress class', async () => {
      const metadata = asDefault('ingressclass', 'ingress-class')
      const spec = { controller: 'example.org/controller' }
      const path = '/apis/networking.orch.io/v1/ingressclasses'
      const body = { apiVersion: 'networking.orch.io/v1', kind: 'IngressClass', metadata, spec }
      await createObject(fixture.server, path, body)
      return metadata.name
    })
    const made = await fixture.attempt(
      `/apis/networking.orch.io/v1/namespaces/${await fixture.space('entered')}/ingresses`,
      {
        apiVersion: 'networking.orch.io/v1',
        kind: 'Ingress',
        metadata: { name: freshName('ingress') },
        spec: { defaultBackend: { service: { name: 'any', port: { number: 80 } } } },
      },
    )
    return specOf(made)['ingressClassName'] === name
  },
  DefaultStorageClass: async (fixture) => {
    const name = await fixture.once('storage class', async () => {
      const metadata = asDefault('storageclass', 'storage-class')
      const path = '/apis/storage.orch.io/v1/storageclasses'
      const common = { apiVersion: 'storage.orch.io/v1', kind: 'StorageClass' }
      await createObject(fixture.server, path, { ...common, metadata, provisioner: 'example.org/none' })
      return metadata.name
    })
    const made = await fixture.attempt(claims(await fixture.space('stored')), claim())
    return specOf(made)['storageClassName'] === name
  },
  DenyServiceExternalIPs: async (fixture) => {
    const path = `/api/v1/namespaces/${await fixture.space('served')}/services`
    const spec = { ports: [{ port: 80 }], selector: { app: 'any' }, externalIPs: ['192.0.2.10'] }
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: freshName('service') }, spec }
    return !isMade(await fixture.attempt(path, service))
  },
  EventRateLimit: async (fixture) => {
    const space = await fixture.space('eventful')
    const involvedObject = { kind: 'Namespace', name: space, namespace: space }
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => {
        const metadata = { name: freshName('event') }
        const event = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject }
        return fixture.attempt(`/api/v1/namespaces/${space}/events`, event)
      }),
    )
    return made.some((each) => !isMade(each))
  },
  MutatingAdmissionWebhook: webhook('Mutating'),
  NamespaceAutoProvision: async (fixture) => {
    const space = freshName('nowhere')
    if (!isMade(await createInMissingNamespace(fixture, space))) return false
    return (await fixture.server.request({ path: `/api/v1/namespaces/${space}` })).status === 200
  },
  NamespaceExists: async (fixture) => !isMade(await createInMissingNamespace(fixture)),
  NamespaceLifecycle: namespaceLifecycle,
  NodeRestriction: nodeRestriction,
  OwnerReferencesPermissionEnforcement: ownerReferences,
  PersistentVolumeClaimResize: claimResize,
  ResourceQuota: async (fixture) => {
    const space = await fixture.once('quota', async () => {
      const path = `/api/v1/namespaces/${await fixture.space('counted')}/resourcequotas`
      const metadata = { name: 'quota' }
      const spec = { hard: { 'count/configmaps': '0' } }
      await createObject(fixture.server, path, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec })
      // In a cluster a controller computes this, and until then some servers treat no quota as exceeded.
      const status = { hard: spec.hard, used: spec.hard }
      await fixture.server.request({ ...mergePatch({ status }), path: `${path}/quota/status` })
      return 'counted'
    })
    return !isMade(await fixture.attempt(configMaps(space), configMap()))
  },
  StorageObjectInUseProtection: async (fixture) => {
    const made = await fixture.attempt(claims(await fixture.space('protected')), claim())
    const protection = fixture.spelled('orch.io/pvc-protection')
    return made.outcome === 'made' && made.object.metadata.finalizers?.includes(protection) === true
  },
  TaintNodesByCondition: async (fixture) => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: freshName('node') } }
    const taints = specOf(await fixture.attempt('/api/v1/nodes', node))['taints']
    return JSON.stringify(taints ?? []).includes(fixture.spelled('node.orch.io/not-ready'))
  },
  ValidatingAdmissionPolicy: validatingPolicy,
  ValidatingAdmissionWebhook: webhook('Validating'),
} satisfies Record<string, PluginProbe>

function createInMissingNamespace(
  fixture: PluginFixture,
  space = freshName('nowhere'),
): Promise<CreateResult> {
  return fixture.attempt(configMaps(space), configMap())
}
