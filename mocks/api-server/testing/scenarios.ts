import { type SendRequest, fieldOf, type ScenarioResponse } from './requests.ts'
import { csrPem, deployment, map, pod } from './sent-objects.ts'

/** Sends requests one after the other; returns the responses. */
export type Scenario = (send: SendRequest, namespace: string) => Promise<readonly ScenarioResponse[]>

const merge = 'application/merge-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const json = 'application/json-patch+json'
const apply = 'application/apply-patch+yaml'

/**
 * Requests to a real API server and to the mock; both must respond alike, apart from random and time-dependent values.
 */
export const objectScenarios: Readonly<Record<string, Scenario>> = {
  'objects are created, read, changed and deleted': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    const made = await send(`POST ${at}`, map('one'))
    const body = made.body as object
    const changed = await send(`PUT ${at}/one`, { ...body, data: { a: '2' } })
    return [
      made,
      changed,
      await send(`POST ${at}`, map('one')),
      await send(`PUT ${at}/one`, { ...body, data: { a: '3' } }),
      await send(`PUT ${at}/two`, map('two')),
      await send(`PUT ${at}/one`, map('two')),
      await send(`PUT ${at}/one`, map('one', { uid: 'other' })),
      await send(`GET ${at}/one`),
      await send(`DELETE ${at}/one`, { preconditions: { uid: 'other' } }),
      await send(`DELETE ${at}/one`),
      await send(`DELETE ${at}/one`),
      await send(`GET ${at}/one`),
    ]
  },
  'invalid objects are rejected': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    return [
      await send(`POST ${at}`, { apiVersion: 'v1', kind: 'ConfigMap' }),
      await send(`POST ${at}`, map('one', { namespace: 'other' })),
      await send(`POST ${at}`, map('one', { resourceVersion: '1' })),
      await send(`POST ${at}`, map('UPPER')),
      await send(`POST /api/v1/namespaces/absent-of-${ns}/configmaps`, map('one')),
      await send(`POST ${at}`, map('one'), 'text/plain'),
      await send(`POST ${at}/one`, map('one')),
      await send(`GET /api/v1/namespaces/${ns}/unknowns`),
      await send(`POST ${at}?dryRun=All`, map('dry')),
      await send(`GET ${at}/dry`),
    ].map((got) => ({ status: got.status, body: reasonOf(got) }))
  },
  'generations change with the specification': async (send, ns) => {
    const at = `/apis/apps/v1/namespaces/${ns}/deployments`
    return [
      await send(`POST ${at}`, { ...deployment, status: { replicas: 7 } }),
      await send(`PATCH ${at}/web`, { spec: { replicas: 3 } }, merge),
      await send(`PATCH ${at}/web`, { spec: { replicas: 3 } }, merge),
      await send(`PATCH ${at}/web`, { metadata: { labels: { a: 'b' } } }, merge),
      await send(`PATCH ${at}/web`, { status: { replicas: 4 } }, merge),
      await send(
        `PATCH ${at}/web/status`,
        { status: { replicas: 4, updatedReplicas: 4 }, spec: { replicas: 9 } },
        merge,
      ),
      await send(`GET ${at}/web/scale`),
      await send(`PATCH ${at}/web/scale`, { spec: { replicas: 5 } }, merge),
      await send(`GET ${at}/web/unknown`),
    ]
  },
  'patches of every type change objects': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/pods`
    await send(`POST ${at}`, pod('p', {}, { labels: { a: '1' }, finalizers: ['example.com/a'] }))
    const condition = (type: string, status: string) => ({ status: { conditions: [{ type, status }] } })
    return [
      await send(`PATCH ${at}/p`, [{ op: 'add', path: '/metadata/labels/b', value: '2' }], json),
      await send(`PATCH ${at}/p`, [{ op: 'test', path: '/metadata/labels/b', value: '3' }], json).then(
        withoutMessage,
      ),
      await send(`PATCH ${at}/p`, { metadata: { labels: { b: null } } }, merge),
      await send(
        `PATCH ${at}/p`,
        { metadata: { $deleteFromPrimitiveList: undefined, finalizers: ['example.com/b'] } },
        strategic,
      ),
      await send(
        `PATCH ${at}/p`,
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a', 'example.com/b'] } },
        strategic,
      ),
      await send(`PATCH ${at}/p/status`, condition('Ready', 'False'), strategic),
      await send(`PATCH ${at}/p/status`, condition('Other', 'True'), strategic),
      await send(`PATCH ${at}/p/status`, condition('Ready', 'True'), strategic),
      await send(
        `PATCH ${at}/p/status`,
        { status: { conditions: [{ $patch: 'delete', type: 'Other' }] } },
        strategic,
      ),
      await send(`PATCH ${at}/p`, { spec: { containers: [{ name: 'c', image: 'x:2' }] } }, strategic),
      await send(`PATCH ${at}/absent`, { metadata: {} }, merge),
      await send(`PATCH ${at}/p`, { metadata: { resourceVersion: '1', labels: { c: 'd' } } }, merge),
      await send(`PATCH ${at}/p`, '{', merge).then(reasonOnly),
      await send(`PATCH ${at}/p`, {}, 'application/json').then(reasonOnly),
    ]
  },
  'apply patches create and change objects': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps/applied`
    const wanted = (data: object) =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data })
    return [
      await send(`PATCH ${at}?fieldManager=one`, wanted({ a: '1', b: '2' }), apply),
      await send(`PATCH ${at}?fieldManager=two`, wanted({ c: '3' }), apply),
      await send(`PATCH ${at}?fieldManager=one`, wanted({ a: '4' }), apply),
      await send(`PATCH ${at}`, wanted({ a: '4' }), apply).then(reasonOnly),
    ]
  },
  'finalizers and grace periods delay a deletion': async (send, ns) => {
    const maps = `/api/v1/namespaces/${ns}/configmaps`
    const pods = `/api/v1/namespaces/${ns}/pods`
    await send(`POST ${maps}`, map('kept', { finalizers: ['example.com/x'] }))
    await send(`POST ${pods}`, pod('free'))
    await send(`POST ${pods}`, pod('bound', { nodeName: 'n1' }))
    return [
      await send(`DELETE ${maps}/kept`),
      await send(
        `PATCH ${maps}/kept`,
        { metadata: { finalizers: ['example.com/x', 'example.com/y'] } },
        merge,
      ).then(reasonOnly),
      await send(`PATCH ${maps}/kept`, { metadata: { finalizers: null } }, merge),
      await send(`GET ${maps}/kept`),
      await send(`DELETE ${pods}/free`),
      await send(`DELETE ${pods}/bound`),
      await send(`GET ${pods}/bound`),
      await send(`DELETE ${pods}/bound`, { gracePeriodSeconds: 0 }),
      await send(`GET ${pods}/bound`),
    ]
  },
  'owners are deleted before, after or without their dependents': async (send, ns) => {
    const jobs = `/apis/batch/v1/namespaces/${ns}/jobs`
    const job = (name: string) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x:1' }] } } },
    })
    for (const name of ['a', 'b', 'c']) await send(`POST ${jobs}`, job(name))
    return [
      await send(`GET ${jobs}/a`),
      await send(`DELETE ${jobs}/a`),
      await send(`DELETE ${jobs}/b`, { propagationPolicy: 'Foreground' }),
      await send(`DELETE ${jobs}/c`, { propagationPolicy: 'Background' }),
      await send(`DELETE ${jobs}/b`, { propagationPolicy: 'Sideways' }).then(reasonOnly),
    ]
  },
  'pods are bound and evicted': async (send, ns) => {
    const pods = `/api/v1/namespaces/${ns}/pods`
    const target = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n1' },
    }
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }
    await send(`POST ${pods}`, pod('p'))
    return [
      await send(`POST ${pods}/p/binding`, target),
      await send(`GET ${pods}/p`),
      await send(`POST ${pods}/p/binding`, target),
      await send(`POST ${pods}/p/eviction`, { ...eviction, deleteOptions: { gracePeriodSeconds: 0 } }),
      await send(`GET ${pods}/p`),
    ]
  },
  'namespaces delete their objects before they are deleted': async (send, ns) => {
    const name = `going-${ns}`
    const made = await send('POST /api/v1/namespaces', { metadata: { name } })
    const at = `/api/v1/namespaces/${name}`
    const deleted = await send(`DELETE ${at}`)
    return [
      made,
      deleted,
      await send(`POST ${at}/configmaps`, map('late')),
      await send(`PUT ${at}/finalize`, { ...(deleted.body as object), spec: { finalizers: [] } }),
      await send(`GET ${at}`),
    ]
  },
  'tokens, leases and reviews are created': async (send, ns) => {
    const accounts = `/api/v1/namespaces/${ns}/serviceaccounts`
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'l' },
      spec: { holderIdentity: 'me', leaseDurationSeconds: 4 },
    }
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${ns}/leases`
    const request = (seconds: number) => ({ spec: { audiences: ['x'], expirationSeconds: seconds } })
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' }, user: 'alice' } }
    return [
      await send(`POST ${accounts}`, { metadata: { name: 's' } }),
      await send(`POST ${accounts}/s/token`, request(700)),
      await send(`POST ${accounts}/s/token`, request(5)).then(reasonOnly),
      await send(`POST ${accounts}/absent/token`, request(700)),
      await send(`PUT ${leases}/l`, lease),
      await send(`PUT ${leases}/l`, lease).then(reasonOnly),
      await send('POST /apis/authorization.k8s.io/v1/subjectaccessreviews', review),
      await send('POST /apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'nobody' } }).then(
        authenticated,
      ),
    ]
  },
  'certificates are requested, approved and issued': async (send, ns) => {
    const at = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const name = `csr-${ns}`
    const request = Buffer.from(csrPem).toString('base64')
    const made = await send(`POST ${at}`, {
      metadata: { name },
      spec: { request, signerName: 'example.com/signer', usages: ['client auth'] },
    })
    const approved = { type: 'Approved', status: 'True', reason: 'Test', message: 'fine' }
    return [
      made,
      await send(`PUT ${at}/${name}/approval`, {
        ...(made.body as object),
        status: { conditions: [approved] },
      }),
      await send(`DELETE ${at}/${name}`),
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

const reasonOnly = (got: ScenarioResponse): ScenarioResponse => ({ status: got.status, body: reasonOf(got) })
const withoutMessage = reasonOnly
const authenticated = (got: ScenarioResponse): ScenarioResponse => ({
  status: got.status,
  body: String((got.body as { status: { authenticated?: boolean } }).status.authenticated ?? false),
})
