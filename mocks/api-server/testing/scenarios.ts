import { type Ask, fieldOf, type Got } from './requests.ts'
import { csrPem, deployment, map, pod } from './sent-objects.ts'

/** Sends requests one after the other; returns the responses. */
export type Scenario = (ask: Ask, namespace: string) => Promise<readonly Got[]>

const merge = 'application/merge-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const json = 'application/json-patch+json'
const apply = 'application/apply-patch+yaml'

/**
 * Requests to a real API server and to the mock; both must respond alike, apart from random and time-dependent values.
 */
export const objectScenarios: Readonly<Record<string, Scenario>> = {
  'objects are created, read, changed and deleted': async (ask, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    const made = await ask(`POST ${at}`, map('one'))
    const body = made.body as object
    const changed = await ask(`PUT ${at}/one`, { ...body, data: { a: '2' } })
    return [
      made,
      changed,
      await ask(`POST ${at}`, map('one')),
      await ask(`PUT ${at}/one`, { ...body, data: { a: '3' } }),
      await ask(`PUT ${at}/two`, map('two')),
      await ask(`PUT ${at}/one`, map('two')),
      await ask(`PUT ${at}/one`, map('one', { uid: 'other' })),
      await ask(`GET ${at}/one`),
      await ask(`DELETE ${at}/one`, { preconditions: { uid: 'other' } }),
      await ask(`DELETE ${at}/one`),
      await ask(`DELETE ${at}/one`),
      await ask(`GET ${at}/one`),
    ]
  },
  'invalid objects are rejected': async (ask, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    return [
      await ask(`POST ${at}`, { apiVersion: 'v1', kind: 'ConfigMap' }),
      await ask(`POST ${at}`, map('one', { namespace: 'other' })),
      await ask(`POST ${at}`, map('one', { resourceVersion: '1' })),
      await ask(`POST ${at}`, map('UPPER')),
      await ask(`POST /api/v1/namespaces/absent-of-${ns}/configmaps`, map('one')),
      await ask(`POST ${at}`, map('one'), 'text/plain'),
      await ask(`POST ${at}/one`, map('one')),
      await ask(`GET /api/v1/namespaces/${ns}/unknowns`),
      await ask(`POST ${at}?dryRun=All`, map('dry')),
      await ask(`GET ${at}/dry`),
    ].map((got) => ({ status: got.status, body: reasonOf(got) }))
  },
  'generations change with the specification': async (ask, ns) => {
    const at = `/apis/apps/v1/namespaces/${ns}/deployments`
    return [
      await ask(`POST ${at}`, { ...deployment, status: { replicas: 7 } }),
      await ask(`PATCH ${at}/web`, { spec: { replicas: 3 } }, merge),
      await ask(`PATCH ${at}/web`, { spec: { replicas: 3 } }, merge),
      await ask(`PATCH ${at}/web`, { metadata: { labels: { a: 'b' } } }, merge),
      await ask(`PATCH ${at}/web`, { status: { replicas: 4 } }, merge),
      await ask(
        `PATCH ${at}/web/status`,
        { status: { replicas: 4, updatedReplicas: 4 }, spec: { replicas: 9 } },
        merge,
      ),
      await ask(`GET ${at}/web/scale`),
      await ask(`PATCH ${at}/web/scale`, { spec: { replicas: 5 } }, merge),
      await ask(`GET ${at}/web/unknown`),
    ]
  },
  'patches of every type change objects': async (ask, ns) => {
    const at = `/api/v1/namespaces/${ns}/pods`
    await ask(`POST ${at}`, pod('p', {}, { labels: { a: '1' }, finalizers: ['example.com/a'] }))
    const condition = (type: string, status: string) => ({ status: { conditions: [{ type, status }] } })
    return [
      await ask(`PATCH ${at}/p`, [{ op: 'add', path: '/metadata/labels/b', value: '2' }], json),
      await ask(`PATCH ${at}/p`, [{ op: 'test', path: '/metadata/labels/b', value: '3' }], json).then(
        withoutMessage,
      ),
      await ask(`PATCH ${at}/p`, { metadata: { labels: { b: null } } }, merge),
      await ask(
        `PATCH ${at}/p`,
        { metadata: { $deleteFromPrimitiveList: undefined, finalizers: ['example.com/b'] } },
        strategic,
      ),
      await ask(
        `PATCH ${at}/p`,
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a', 'example.com/b'] } },
        strategic,
      ),
      await ask(`PATCH ${at}/p/status`, condition('Ready', 'False'), strategic),
      await ask(`PATCH ${at}/p/status`, condition('Other', 'True'), strategic),
      await ask(`PATCH ${at}/p/status`, condition('Ready', 'True'), strategic),
      await ask(
        `PATCH ${at}/p/status`,
        { status: { conditions: [{ $patch: 'delete', type: 'Other' }] } },
        strategic,
      ),
      await ask(`PATCH ${at}/p`, { spec: { containers: [{ name: 'c', image: 'x:2' }] } }, strategic),
      await ask(`PATCH ${at}/absent`, { metadata: {} }, merge),
      await ask(`PATCH ${at}/p`, { metadata: { resourceVersion: '1', labels: { c: 'd' } } }, merge),
      await ask(`PATCH ${at}/p`, '{', merge).then(reasonOnly),
      await ask(`PATCH ${at}/p`, {}, 'application/json').then(reasonOnly),
    ]
  },
  'apply patches create and change objects': async (ask, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps/applied`
    const wanted = (data: object) =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data })
    return [
      await ask(`PATCH ${at}?fieldManager=one`, wanted({ a: '1', b: '2' }), apply),
      await ask(`PATCH ${at}?fieldManager=two`, wanted({ c: '3' }), apply),
      await ask(`PATCH ${at}?fieldManager=one`, wanted({ a: '4' }), apply),
      await ask(`PATCH ${at}`, wanted({ a: '4' }), apply).then(reasonOnly),
    ]
  },
  'finalizers and grace periods delay a deletion': async (ask, ns) => {
    const maps = `/api/v1/namespaces/${ns}/configmaps`
    const pods = `/api/v1/namespaces/${ns}/pods`
    await ask(`POST ${maps}`, map('kept', { finalizers: ['example.com/x'] }))
    await ask(`POST ${pods}`, pod('free'))
    await ask(`POST ${pods}`, pod('bound', { nodeName: 'n1' }))
    return [
      await ask(`DELETE ${maps}/kept`),
      await ask(
        `PATCH ${maps}/kept`,
        { metadata: { finalizers: ['example.com/x', 'example.com/y'] } },
        merge,
      ).then(reasonOnly),
      await ask(`PATCH ${maps}/kept`, { metadata: { finalizers: null } }, merge),
      await ask(`GET ${maps}/kept`),
      await ask(`DELETE ${pods}/free`),
      await ask(`DELETE ${pods}/bound`),
      await ask(`GET ${pods}/bound`),
      await ask(`DELETE ${pods}/bound`, { gracePeriodSeconds: 0 }),
      await ask(`GET ${pods}/bound`),
    ]
  },
  'owners are deleted before, after or without their dependents': async (ask, ns) => {
    const jobs = `/apis/batch/v1/namespaces/${ns}/jobs`
    const job = (name: string) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x:1' }] } } },
    })
    for (const name of ['a', 'b', 'c']) await ask(`POST ${jobs}`, job(name))
    return [
      await ask(`GET ${jobs}/a`),
      await ask(`DELETE ${jobs}/a`),
      await ask(`DELETE ${jobs}/b`, { propagationPolicy: 'Foreground' }),
      await ask(`DELETE ${jobs}/c`, { propagationPolicy: 'Background' }),
      await ask(`DELETE ${jobs}/b`, { propagationPolicy: 'Sideways' }).then(reasonOnly),
    ]
  },
  'pods are bound and evicted': async (ask, ns) => {
    const pods = `/api/v1/namespaces/${ns}/pods`
    const target = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n1' },
    }
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }
    await ask(`POST ${pods}`, pod('p'))
    return [
      await ask(`POST ${pods}/p/binding`, target),
      await ask(`GET ${pods}/p`),
      await ask(`POST ${pods}/p/binding`, target),
      await ask(`POST ${pods}/p/eviction`, { ...eviction, deleteOptions: { gracePeriodSeconds: 0 } }),
      await ask(`GET ${pods}/p`),
    ]
  },
  'namespaces delete their objects before they are deleted': async (ask, ns) => {
    const name = `going-${ns}`
    const made = await ask('POST /api/v1/namespaces', { metadata: { name } })
    const at = `/api/v1/namespaces/${name}`
    const deleted = await ask(`DELETE ${at}`)
    return [
      made,
      deleted,
      await ask(`POST ${at}/configmaps`, map('late')),
      await ask(`PUT ${at}/finalize`, { ...(deleted.body as object), spec: { finalizers: [] } }),
      await ask(`GET ${at}`),
    ]
  },
  'tokens, leases and reviews are created': async (ask, ns) => {
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
      await ask(`POST ${accounts}`, { metadata: { name: 's' } }),
      await ask(`POST ${accounts}/s/token`, request(700)),
      await ask(`POST ${accounts}/s/token`, request(5)).then(reasonOnly),
      await ask(`POST ${accounts}/absent/token`, request(700)),
      await ask(`PUT ${leases}/l`, lease),
      await ask(`PUT ${leases}/l`, lease).then(reasonOnly),
      await ask('POST /apis/authorization.k8s.io/v1/subjectaccessreviews', review),
      await ask('POST /apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'nobody' } }).then(
        authenticated,
      ),
    ]
  },
  'certificates are requested, approved and issued': async (ask, ns) => {
    const at = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const name = `csr-${ns}`
    const request = Buffer.from(csrPem).toString('base64')
    const made = await ask(`POST ${at}`, {
      metadata: { name },
      spec: { request, signerName: 'example.com/signer', usages: ['client auth'] },
    })
    const approved = { type: 'Approved', status: 'True', reason: 'Test', message: 'fine' }
    return [
      made,
      await ask(`PUT ${at}/${name}/approval`, {
        ...(made.body as object),
        status: { conditions: [approved] },
      }),
      await ask(`DELETE ${at}/${name}`),
    ].map((got) => ({
      status: got.status,
      body: [fieldOf(got, 'spec', 'signerName'), (got.body as { status: unknown }).status],
    }))
  },
}

function reasonOf({ body }: Got): unknown {
  const { reason, kind, metadata } = body as { reason?: string; kind?: string; metadata?: { name?: string } }
  return reason ?? [kind, metadata?.name]
}

const reasonOnly = (got: Got): Got => ({ status: got.status, body: reasonOf(got) })
const withoutMessage = reasonOnly
const authenticated = (got: Got): Got => ({
  status: got.status,
  body: String((got.body as { status: { authenticated?: boolean } }).status.authenticated ?? false),
})
