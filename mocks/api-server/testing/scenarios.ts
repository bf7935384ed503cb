import { applyType, jsonType, mergeType, strategicType } from './media-types.ts'
import { type SendRequest, fieldOf, type ScenarioResponse } from './requests.ts'
import { csrPem, deployment, map, pod } from './sent-objects.ts'

/** Sends requests one after the other; returns the responses. */
export type Scenario = (send: SendRequest, namespace: string) => Promise<readonly ScenarioResponse[]>

/**
 * Requests to a real API server and to the mock; both must respond alike, apart from random and time-dependent values.
 */
export const objectScenarios: Readonly<Record<string, Scenario>> = {
  'objects are created, read, changed and deleted': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    const creation = await send(`POST ${mapsPath}`, map('one'))
    const body = creation.body as object
    const replacement = await send(`PUT ${mapsPath}/one`, { ...body, data: { a: '2' } })
    return [
      creation,
      replacement,
      await send(`POST ${mapsPath}`, map('one')),
      await send(`PUT ${mapsPath}/one`, { ...body, data: { a: '3' } }),
      await send(`PUT ${mapsPath}/two`, map('two')),
      await send(`PUT ${mapsPath}/one`, map('two')),
      await send(`PUT ${mapsPath}/one`, map('one', { uid: 'other' })),
      await send(`GET ${mapsPath}/one`),
      await send(`DELETE ${mapsPath}/one`, { preconditions: { uid: 'other' } }),
      await send(`DELETE ${mapsPath}/one`),
      await send(`DELETE ${mapsPath}/one`),
      await send(`GET ${mapsPath}/one`),
    ]
  },
  'invalid objects are rejected': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    return [
      await send(`POST ${mapsPath}`, { apiVersion: 'v1', kind: 'ConfigMap' }),
      await send(`POST ${mapsPath}`, map('one', { namespace: 'other' })),
      await send(`POST ${mapsPath}`, map('one', { resourceVersion: '1' })),
      await send(`POST ${mapsPath}`, map('UPPER')),
      await send(`POST /api/v1/namespaces/absent-of-${ns}/configmaps`, map('one')),
      await send(`POST ${mapsPath}`, map('one'), 'text/plain'),
      await send(`POST ${mapsPath}/one`, map('one')),
      await send(`GET /api/v1/namespaces/${ns}/unknowns`),
      await send(`POST ${mapsPath}?dryRun=All`, map('dry')),
      await send(`GET ${mapsPath}/dry`),
    ].map((got) => ({ status: got.status, body: reasonOf(got) }))
  },
  'generations change with the specification': async (send, ns) => {
    const deploymentsPath = `/apis/apps/v1/namespaces/${ns}/deployments`
    return [
      await send(`POST ${deploymentsPath}`, { ...deployment, status: { replicas: 7 } }),
      await send(`PATCH ${deploymentsPath}/web`, { spec: { replicas: 3 } }, mergeType),
      await send(`PATCH ${deploymentsPath}/web`, { spec: { replicas: 3 } }, mergeType),
      await send(`PATCH ${deploymentsPath}/web`, { metadata: { labels: { a: 'b' } } }, mergeType),
      await send(`PATCH ${deploymentsPath}/web`, { status: { replicas: 4 } }, mergeType),
      await send(
        `PATCH ${deploymentsPath}/web/status`,
        { status: { replicas: 4, updatedReplicas: 4 }, spec: { replicas: 9 } },
        mergeType,
      ),
      await send(`GET ${deploymentsPath}/web/scale`),
      await send(`PATCH ${deploymentsPath}/web/scale`, { spec: { replicas: 5 } }, mergeType),
      await send(`GET ${deploymentsPath}/web/unknown`),
    ]
  },
  'patches of every type change objects': async (send, ns) => {
    const podsPath = `/api/v1/namespaces/${ns}/pods`
    await send(`POST ${podsPath}`, pod('p', {}, { labels: { a: '1' }, finalizers: ['example.com/a'] }))
    const condition = (type: string, status: string) => ({ status: { conditions: [{ type, status }] } })
    return [
      await send(`PATCH ${podsPath}/p`, [{ op: 'add', path: '/metadata/labels/b', value: '2' }], jsonType),
      await send(
        `PATCH ${podsPath}/p`,
        [{ op: 'test', path: '/metadata/labels/b', value: '3' }],
        jsonType,
      ).then(reasonOnly),
      await send(`PATCH ${podsPath}/p`, { metadata: { labels: { b: null } } }, mergeType),
      await send(
        `PATCH ${podsPath}/p`,
        { metadata: { $deleteFromPrimitiveList: undefined, finalizers: ['example.com/b'] } },
        strategicType,
      ),
      await send(
        `PATCH ${podsPath}/p`,
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a', 'example.com/b'] } },
        strategicType,
      ),
      await send(`PATCH ${podsPath}/p/status`, condition('Ready', 'False'), strategicType),
      await send(`PATCH ${podsPath}/p/status`, condition('Other', 'True'), strategicType),
      await send(`PATCH ${podsPath}/p/status`, condition('Ready', 'True'), strategicType),
      await send(
        `PATCH ${podsPath}/p/status`,
        { status: { conditions: [{ $patch: 'delete', type: 'Other' }] } },
        strategicType,
      ),
      await send(
        `PATCH ${podsPath}/p`,
        { spec: { containers: [{ name: 'c', image: 'x:2' }] } },
        strategicType,
      ),
      await send(`PATCH ${podsPath}/absent`, { metadata: {} }, mergeType),
      await send(
        `PATCH ${podsPath}/p`,
        { metadata: { resourceVersion: '1', labels: { c: 'd' } } },
        mergeType,
      ),
      await send(`PATCH ${podsPath}/p`, '{', mergeType).then(reasonOnly),
      await send(`PATCH ${podsPath}/p`, {}, 'application/json').then(reasonOnly),
    ]
  },
  'apply patches create and change objects': async (send, ns) => {
    const configMapPath = `/api/v1/namespaces/${ns}/configmaps/applied`
    const configMapJson = (data: object) =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data })
    return [
      await send(`PATCH ${configMapPath}?fieldManager=one`, configMapJson({ a: '1', b: '2' }), applyType),
      await send(`PATCH ${configMapPath}?fieldManager=two`, configMapJson({ c: '3' }), applyType),
      await send(`PATCH ${configMapPath}?fieldManager=one`, configMapJson({ a: '4' }), applyType),
      await send(`PATCH ${configMapPath}`, configMapJson({ a: '4' }), applyType).then(reasonOnly),
    ]
  },
  'finalizers and grace periods delay a deletion': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    const podsPath = `/api/v1/namespaces/${ns}/pods`
    await send(`POST ${mapsPath}`, map('kept', { finalizers: ['example.com/x'] }))
    await send(`POST ${podsPath}`, pod('free'))
    await send(`POST ${podsPath}`, pod('bound', { nodeName: 'n1' }))
    return [
      await send(`DELETE ${mapsPath}/kept`),
      await send(
        `PATCH ${mapsPath}/kept`,
        { metadata: { finalizers: ['example.com/x', 'example.com/y'] } },
        mergeType,
      ).then(reasonOnly),
      await send(`PATCH ${mapsPath}/kept`, { metadata: { finalizers: null } }, mergeType),
      await send(`GET ${mapsPath}/kept`),
      await send(`DELETE ${podsPath}/free`),
      await send(`DELETE ${podsPath}/bound`),
      await send(`GET ${podsPath}/bound`),
      await send(`DELETE ${podsPath}/bound`, { gracePeriodSeconds: 0 }),
      await send(`GET ${podsPath}/bound`),
    ]
  },
  'owners are deleted before, after or without their dependents': async (send, ns) => {
    const jobsPath = `/apis/batch/v1/namespaces/${ns}/jobs`
    const job = (name: string) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x:1' }] } } },
    })
    for (const name of ['a', 'b', 'c']) await send(`POST ${jobsPath}`, job(name))
    return [
      await send(`GET ${jobsPath}/a`),
      await send(`DELETE ${jobsPath}/a`),
      await send(`DELETE ${jobsPath}/b`, { propagationPolicy: 'Foreground' }),
      await send(`DELETE ${jobsPath}/c`, { propagationPolicy: 'Background' }),
      await send(`DELETE ${jobsPath}/b`, { propagationPolicy: 'Sideways' }).then(reasonOnly),
    ]
  },
  'pods are bound and evicted': async (send, ns) => {
    const podsPath = `/api/v1/namespaces/${ns}/pods`
    const target = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n1' },
    }
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }
    await send(`POST ${podsPath}`, pod('p'))
    return [
      await send(`POST ${podsPath}/p/binding`, target),
      await send(`GET ${podsPath}/p`),
      await send(`POST ${podsPath}/p/binding`, target),
      await send(`POST ${podsPath}/p/eviction`, { ...eviction, deleteOptions: { gracePeriodSeconds: 0 } }),
      await send(`GET ${podsPath}/p`),
    ]
  },
  'namespaces delete their objects before they are deleted': async (send, ns) => {
    const name = `going-${ns}`
    const creation = await send('POST /api/v1/namespaces', { metadata: { name } })
    const namespacePath = `/api/v1/namespaces/${name}`
    const deletion = await send(`DELETE ${namespacePath}`)
    return [
      creation,
      deletion,
      await send(`POST ${namespacePath}/configmaps`, map('late')),
      await send(`PUT ${namespacePath}/finalize`, { ...(deletion.body as object), spec: { finalizers: [] } }),
      await send(`GET ${namespacePath}`),
    ]
  },
  'tokens, leases and reviews are created': async (send, ns) => {
    const accountsPath = `/api/v1/namespaces/${ns}/serviceaccounts`
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'l' },
      spec: { holderIdentity: 'me', leaseDurationSeconds: 4 },
    }
    const leasesPath = `/apis/coordination.k8s.io/v1/namespaces/${ns}/leases`
    const tokenRequest = (seconds: number) => ({ spec: { audiences: ['x'], expirationSeconds: seconds } })
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' }, user: 'alice' } }
    return [
      await send(`POST ${accountsPath}`, { metadata: { name: 's' } }),
      await send(`POST ${accountsPath}/s/token`, tokenRequest(700)),
      await send(`POST ${accountsPath}/s/token`, tokenRequest(5)).then(reasonOnly),
      await send(`POST ${accountsPath}/absent/token`, tokenRequest(700)),
      await send(`PUT ${leasesPath}/l`, lease),
      await send(`PUT ${leasesPath}/l`, lease).then(reasonOnly),
      await send('POST /apis/authorization.k8s.io/v1/subjectaccessreviews', review),
      await send('POST /apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'nobody' } }).then(
        authenticatedStatus,
      ),
    ]
  },
  'certificates are requested, approved and issued': async (send, ns) => {
    const requestsPath = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const name = `csr-${ns}`
    const encodedRequest = Buffer.from(csrPem).toString('base64')
    const creation = await send(`POST ${requestsPath}`, {
      metadata: { name },
      spec: { request: encodedRequest, signerName: 'example.com/signer', usages: ['client auth'] },
    })
    const approvedCondition = { type: 'Approved', status: 'True', reason: 'Test', message: 'fine' }
    return [
      creation,
      await send(`PUT ${requestsPath}/${name}/approval`, {
        ...(creation.body as object),
        status: { conditions: [approvedCondition] },
      }),
      await send(`DELETE ${requestsPath}/${name}`),
    ].map((got) => ({
      status: got.status,
      body: [fieldOf(got, 'spec', 'signerName'), (got.body as { status: unknown }).status],
    }))
  },
}

function reasonOf({ body }: ScenarioResponse): unknown {
  const { reason, kind, metadata } = body as { reason?: string; kind?: string; metadata?: { name?: string } }
  return reason ?? [kind, metadata?.name]
}

const reasonOnly = (response: ScenarioResponse): ScenarioResponse => ({
  status: response.status,
  body: reasonOf(response),
})
const authenticatedStatus = (response: ScenarioResponse): ScenarioResponse => ({
  status: response.status,
  body: String((response.body as { status: { authenticated?: boolean } }).status.authenticated ?? false),
})
