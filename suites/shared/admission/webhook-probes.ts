import { createObject } from '../objects.ts'
import { configMap, configMapsPath, isCreated } from './made-objects.ts'
import { freshName, type PluginProbe, type PluginFixture } from './plugin-fixture.ts'

/** Reports whether a webhook of one kind is called for a new config map. */
export function webhook(sort: 'Mutating' | 'Validating'): PluginProbe {
  return async (fixture) => {
    const name = sort.toLowerCase()
    const host = fixture.peers.webhooks.webhook(name)
    const namespace = await fixture.prepareOnce(`${name} webhook`, () => register(fixture, sort))
    const configMapName = freshName('map')
    await fixture.requestCreation(configMapsPath(namespace), configMap(configMapName))
    return host.about(configMapName).journal.length > 0
  }
}

async function register(fixture: PluginFixture, sort: 'Mutating' | 'Validating'): Promise<string> {
  const name = sort.toLowerCase()
  const { url, certificateAuthority } = fixture.peers.webhooks.webhook(name)
  const labels = { asks: name }
  const namespace = await fixture.space(`${name}-webhooks`, { labels })
  const path = `/apis/admissionregistration.orch.io/v1/${name}webhookconfigurations`
  await createObject(fixture.server, path, {
    apiVersion: 'admissionregistration.orch.io/v1',
    kind: `${sort}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.org`,
        clientConfig: { url, caBundle: Buffer.from(certificateAuthority).toString('base64') },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        namespaceSelector: { matchLabels: labels },
        failurePolicy: 'Ignore',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  return namespace
}

/** Reports whether an object that violates a policy is rejected. */
export const validatingPolicy: PluginProbe = async (fixture) => {
  const namespace = await fixture.prepareOnce('policy', async () => {
    const labels = { policed: 'always' }
    const policyHeader = { apiVersion: 'admissionregistration.orch.io/v1', metadata: { name: 'never' } }
    const resourceRules = [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
    ]
    const matchConstraints = { resourceRules, namespaceSelector: { matchLabels: labels } }
    const validations = [{ expression: 'false', reason: 'Forbidden' }]
    const policies = '/apis/admissionregistration.orch.io/v1/validatingadmissionpolic'
    await createObject(fixture.server, `${policies}ies`, {
      ...policyHeader,
      kind: 'ValidatingAdmissionPolicy',
      spec: { matchConstraints, validations },
    })
    await createObject(fixture.server, `${policies}ybindings`, {
      ...policyHeader,
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: { policyName: 'never', validationActions: ['Deny'] },
    })
    return fixture.space('policed', { labels })
  })
  return !isCreated(await fixture.requestCreation(configMapsPath(namespace), configMap()))
}
