import { HarnessError } from '#kit'
import { allow, deny, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { createObject } from '../objects.ts'
import {
  volumeClaim,
  volumeClaimsPath,
  configMap,
  configMapsPath,
  expectAnswer,
  isCreated,
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

const defaultClassMetadata = (kind: string, name: string) => ({
  name,
  annotations: { [`${kind}.orch.io/is-default-class`]: 'true' },
})

/**
 * Reports whether a system namespace cannot be deleted. A second call has no meaning, because a namespace can be
 * deleted only once.
 */
const namespaceLifecycle: PluginProbe = async (fixture) =>
  (await fixture.prepareOnce('deletion', () => deleteDefault(fixture))) === 'kept'

async function deleteDefault({ server }: PluginFixture): Promise<'kept' | 'deleted'> {
  // Creates the namespace, because the server may create it long after readiness.
  const namespaceBody = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }
  await expectAnswer(server, { method: 'POST', path: '/api/v1/namespaces', body: namespaceBody }, [201, 409])
  const deletion = { method: 'DELETE', path: '/api/v1/namespaces/default' } as const
  return (await expectAnswer(server, deletion, [200, 202, 403])) === 403 ? 'kept' : 'deleted'
}

/** Reports whether a node is prevented from changing a different node. */
const nodeRestriction: PluginProbe = async (fixture) => {
  const { server } = fixture
  const otherNode = await fixture.prepareOnce('node', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-2' } }
    await createObject(server, '/api/v1/nodes', node)
    return '/api/v1/nodes/node-2'
  })
  const nodePair = server.credentials.authority.issue({
    commonName: 'system:node:node-1',
    organizations: ['system:nodes'],
    usage: 'client',
    hosts: [],
  })
  const patch = mergePatch({ metadata: { labels: { seen: freshName('by') } } })
  const { status, body } = await server.request({ ...patch, path: otherNode, as: nodePair })
  if (status !== 403 && status !== 200)
    throw new HarnessError('untestable', `PATCH ${otherNode} answered ${status}: ${body.slice(0, 300)}`)
  return status === 403
}

/** Reports whether a user who may not delete an object is prevented from changing its owners. */
const ownerReferences: PluginProbe = async (fixture) => {
  const { server, peers } = fixture
  const owner = configMap('owner')
  const uid = await fixture.prepareOnce('owner', async () => {
    const createdOwner = await createObject<CreatedObject>(
      server,
      configMapsPath(await fixture.space('owned')),
      owner,
    )
    return createdOwner.metadata.uid ?? ''
  })
  const path = `${configMapsPath('owned')}/${freshName('owned')}`
  await createObject(server, configMapsPath('owned'), configMap(path.split('/').at(-1)))
  const commonName = 'who-deletes-nothing'
  const review = (honest: SubjectAccessReview) =>
    honest.spec.resourceAttributes?.verb === 'delete' ? deny()(honest) : allow()(honest)
  peers.authorizers.webhook(authorizerName).about(commonName).answer({ review })
  const clientPair = server.credentials.authority.issue({ commonName, usage: 'client', hosts: [] })
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }
  const patch = mergePatch({ metadata: { ownerReferences: [reference] } })
  const { status, body } = await server.request({ ...patch, path, as: clientPair })
  if (status !== 403 && status !== 200)
    throw new HarnessError('untestable', `PATCH ${path} answered ${status}: ${body.slice(0, 300)}`)
  return status === 403
}

/** Reports whether a bound claim is prevented from growing without a class that allows it. */
const claimResize: PluginProbe = async (fixture) => {
  const { server } = fixture
  const createdClaim = await fixture.requestCreation(
    volumeClaimsPath(await fixture.space('grown')),
    volumeClaim(),
  )
  const path = `${volumeClaimsPath('grown')}/${createdClaim.outcome === 'made' ? createdClaim.object.metadata.name : ''}`
  await expectAnswer(server, { ...mergePatch({ status: { phase: 'Bound' } }), path: `${path}/status` }, [200])
  const largerRequest = { spec: { resources: { requests: { storage: '2Gi' } } } }
  return (await expectAnswer(server, { ...mergePatch(largerRequest), path }, [200, 403])) === 403
}

/** Reports whether certificate requests for the administrators' group are rejected. */
const certificateSubject: PluginProbe = async (fixture) => {
  const { certificateRequest } = await import('../certificate-request.ts')
  const request = certificateRequest({ commonName: 'anybody', organizations: ['system:masters'] })
  const createdRequest = await fixture.requestCreation(
    '/apis/certificates.orch.io/v1/certificatesigningrequests',
    {
      apiVersion: 'certificates.orch.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: freshName('request') },
      spec: {
        request: Buffer.from(request).toString('base64'),
        signerName: 'orch.io/orch-apiserver-client',
        usages: ['client auth'],
      },
    },
  )
  return !isCreated(createdRequest)
}

function clusterRole(): object {
  const metadata = { name: freshName('role') }
  return { apiVersion: 'rbac.authorization.orch.io/v1', kind: 'ClusterRole', metadata, rules: [] }
}

/** Observes plugins by their effects on objects other than pods. */
export const objectProbes = {
  AlwaysDeny: async (fixture) =>
    !isCreated(
      await fixture.requestCreation('/apis/rbac.authorization.orch.io/v1/clusterroles', clusterRole()),
    ),
  CertificateSubjectRestriction: certificateSubject,
  DefaultIngressClass: async (fixture) => {
    const name = await fixture.prepareOnce('ingress class', async () => {
      const metadata = defaultClassMetadata('ingressclass', 'ingress-class')
      const spec = { controller: 'example.org/controller' }
      const path = '/apis/networking.orch.io/v1/ingressclasses'
      const ingressClass = { apiVersion: 'networking.orch.io/v1', kind: 'IngressClass', metadata, spec }
      await createObject(fixture.server, path, ingressClass)
      return metadata.name
    })
    const createdIngress = await fixture.requestCreation(
      `/apis/networking.orch.io/v1/namespaces/${await fixture.space('entered')}/ingresses`,
      {
        apiVersion: 'networking.orch.io/v1',
        kind: 'Ingress',
        metadata: { name: freshName('ingress') },
        spec: { defaultBackend: { service: { name: 'any', port: { number: 80 } } } },
      },
    )
    return specOf(createdIngress)['ingressClassName'] === name
  },
  DefaultStorageClass: async (fixture) => {
    const name = await fixture.prepareOnce('storage class', async () => {
      const metadata = defaultClassMetadata('storageclass', 'storage-class')
      const path = '/apis/storage.orch.io/v1/storageclasses'
      const storageClass = { apiVersion: 'storage.orch.io/v1', kind: 'StorageClass' }
      await createObject(fixture.server, path, { ...storageClass, metadata, provisioner: 'example.org/none' })
      return metadata.name
    })
    const createdClaim = await fixture.requestCreation(
      volumeClaimsPath(await fixture.space('stored')),
      volumeClaim(),
    )
    return specOf(createdClaim)['storageClassName'] === name
  },
  DenyServiceExternalIPs: async (fixture) => {
    const path = `/api/v1/namespaces/${await fixture.space('served')}/services`
    const spec = { ports: [{ port: 80 }], selector: { app: 'any' }, externalIPs: ['192.0.2.10'] }
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: freshName('service') }, spec }
    return !isCreated(await fixture.requestCreation(path, service))
  },
  EventRateLimit: async (fixture) => {
    const namespace = await fixture.space('eventful')
    const involvedObject = { kind: 'Namespace', name: namespace, namespace }
    const createdEvents = await Promise.all(
      [1, 2, 3, 4].map(() => {
        const metadata = { name: freshName('event') }
        const event = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject }
        return fixture.requestCreation(`/api/v1/namespaces/${namespace}/events`, event)
      }),
    )
    return createdEvents.some((each) => !isCreated(each))
  },
  MutatingAdmissionWebhook: webhook('Mutating'),
  NamespaceAutoProvision: async (fixture) => {
    const missingNamespace = freshName('nowhere')
    if (!isCreated(await createInMissingNamespace(fixture, missingNamespace))) return false
    return (await fixture.server.request({ path: `/api/v1/namespaces/${missingNamespace}` })).status === 200
  },
  NamespaceExists: async (fixture) => !isCreated(await createInMissingNamespace(fixture)),
  NamespaceLifecycle: namespaceLifecycle,
  NodeRestriction: nodeRestriction,
  OwnerReferencesPermissionEnforcement: ownerReferences,
  PersistentVolumeClaimResize: claimResize,
  ResourceQuota: async (fixture) => {
    const quotaNamespace = await fixture.prepareOnce('quota', async () => {
      const path = `/api/v1/namespaces/${await fixture.space('counted')}/resourcequotas`
      const metadata = { name: 'quota' }
      const spec = { hard: { 'count/configmaps': '0' } }
      await createObject(fixture.server, path, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec })
      // Sets the status in place of a controller, because some servers need it to reject requests.
      const status = { hard: spec.hard, used: spec.hard }
      await fixture.server.request({ ...mergePatch({ status }), path: `${path}/quota/status` })
      return 'counted'
    })
    return !isCreated(await fixture.requestCreation(configMapsPath(quotaNamespace), configMap()))
  },
  StorageObjectInUseProtection: async (fixture) => {
    const createdClaim = await fixture.requestCreation(
      volumeClaimsPath(await fixture.space('protected')),
      volumeClaim(),
    )
    const protectionFinalizer = fixture.spellingOf('orch.io/pvc-protection')
    return (
      createdClaim.outcome === 'made' &&
      createdClaim.object.metadata.finalizers?.includes(protectionFinalizer) === true
    )
  },
  TaintNodesByCondition: async (fixture) => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: freshName('node') } }
    const taints = specOf(await fixture.requestCreation('/api/v1/nodes', node))['taints']
    return JSON.stringify(taints ?? []).includes(fixture.spellingOf('node.orch.io/not-ready'))
  },
  ValidatingAdmissionPolicy: validatingPolicy,
  ValidatingAdmissionWebhook: webhook('Validating'),
} satisfies Record<string, PluginProbe>

function createInMissingNamespace(
  fixture: PluginFixture,
  space = freshName('nowhere'),
): Promise<CreateResult> {
  return fixture.requestCreation(configMapsPath(space), configMap())
}
