import { createObject } from '../objects.ts'
import { configMap, configMaps, isMade } from './made-objects.ts'
import { freshName, type Look, type PluginWorld } from './plugin-world.ts'

/** Reports whether a webhook of one kind is called for a new config map. */
export function webhook(sort: 'Mutating' | 'Validating'): Look {
  return async (world) => {
    const name = sort.toLowerCase()
    const host = world.peers.webhooks.webhook(name)
    const space = await world.once(`${name} webhook`, () => register(world, sort))
    const map = freshName('map')
    await world.attempt(configMaps(space), configMap(map))
    return host.about(map).journal.length > 0
  }
}

async function register(world: PluginWorld, sort: 'Mutating' | 'Validating'): Promise<string> {
  const name = sort.toLowerCase()
  const { url, certificateAuthority } = world.peers.webhooks.webhook(name)
  const labels = { asks: name }
  const space = await world.space(`${name}-webhooks`, { labels })
  const path = `/apis/admissionregistration.orch.io/v1/${name}webhookconfigurations`
  await createObject(world.server, path, {
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
  return space
}

/** Reports whether an object is rejected for which a policy is never valid. */
export const validatingPolicy: Look = async (world) => {
  const space = await world.once('policy', async () => {
    const labels = { policed: 'always' }
    const common = { apiVersion: 'admissionregistration.orch.io/v1', metadata: { name: 'never' } }
    const resourceRules = [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
    ]
    const matchConstraints = { resourceRules, namespaceSelector: { matchLabels: labels } }
    const validations = [{ expression: 'false', reason: 'Forbidden' }]
    const policies = '/apis/admissionregistration.orch.io/v1/validatingadmissionpolic'
    await createObject(world.server, `${policies}ies`, {
      ...common,
      kind: 'ValidatingAdmissionPolicy',
      spec: { matchConstraints, validations },
    })
    await createObject(world.server, `${policies}ybindings`, {
      ...common,
      kind: 'ValidatingAdmissionPolicyBinding',
      spec: { policyName: 'never', validationActions: ['Deny'] },
    })
    return world.space('policed', { labels })
  })
  return !isMade(await world.attempt(configMaps(space), configMap()))
}
