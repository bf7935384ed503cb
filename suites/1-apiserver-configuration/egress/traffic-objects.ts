import type { ApiServer } from '#harness/programs/api-server.ts'
import type { AdmissionWebhooks } from '#mocks/admission-webhook/index.ts'
import { createObject } from '../../shared/objects.ts'

/** Addresses of a node, a pod and a service. */
export const addresses = {
  // Addresses for documentation, without a host. A proxy still records requests for them.
  node: '192.0.2.10',
  pod: '192.0.2.11',
  // In the range of --service-cluster-ip-range that every server is started with.
  service: '10.0.0.77',
} as const

/** Creates a webhook for config maps, a node, and a service with its endpoints. */
export async function createAdmissionObjects(
  running: ApiServer,
  admission: AdmissionWebhooks,
): Promise<void> {
  const webhook = admission.webhook('traffic')
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]
  await createObject(running, '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations', {
    apiVersion: 'admissionregistration.orch.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'traffic' },
    webhooks: [
      {
        name: 'traffic.example.org',
        clientConfig: {
          url: webhook.url,
          caBundle: Buffer.from(admission.certificateAuthority).toString('base64'),
        },
        rules,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  await createObject(running, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'traffic' },
    status: { addresses: [{ type: 'InternalIP', address: addresses.node }] },
  })
  const metadata = { name: 'traffic', namespace: 'default' }
  const ports = [{ name: 'http', port: 80 }]
  await createObject(running, '/api/v1/namespaces/default/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { clusterIP: addresses.service, ports },
  })
  // Some servers create the endpoints of the service themselves.
  await running.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/endpoints',
    body: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata,
      subsets: [{ addresses: [{ ip: addresses.pod }], ports }],
    },
  })
}

/** Creates an object that triggers the webhook. */
export async function requestAdmission(running: ApiServer): Promise<void> {
  await running.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'traffic-' } },
  })
}
