import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Client, makeClient } from '../../client-config/client.ts'
import { userToJson } from '../../serving/user.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import { dialerOf } from '../egress/egress.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import { metadataOf } from '../api/object.ts'
import { applyJsonPatch } from './json-patch.ts'
import { listOf, type Plugin, type PluginFactory, type PluginServices } from './plugin.ts'
import { matchesRules, matchesSelector } from './webhook-rules.ts'
import { fault } from '../../quirks/quirks.ts'

const ownGroup = 'admissionregistration.orch.io'

/** Calls webhooks that may change objects. */
export const mutatingWebhooks: PluginFactory = (services) =>
  webhookPlugin('mutatingwebhookconfigurations', services)

/** Calls webhooks that may reject objects. */
export const validatingWebhooks: PluginFactory = (services) =>
  webhookPlugin('validatingwebhookconfigurations', services)

function webhookPlugin(resource: string, services: PluginServices): Plugin {
  return {
    concerns: (proposal) => proposal.resource.group !== ownGroup,
    async admit(proposal, object) {
      const configurations = await services.objects.list(resource, '')
      let currentObject = object
      for (const webhook of configurations.flatMap((configuration) => listOf(configuration, 'webhooks'))) {
        if (!matchesRules(webhook, proposal) || !(await isSelected(webhook, proposal, services))) continue
        // Sequential: each webhook receives the result of the earlier webhooks.
        currentObject = await send(webhook, proposal, currentObject, services)
      }
      return currentObject
    },
  }
}

async function isSelected(webhook: Json, proposal: Proposal, { objects }: PluginServices): Promise<boolean> {
  const labels = (object: Json) => member(metadataOf(object), 'labels')
  const objectLabels = labels(proposal.object ?? proposal.before ?? {})
  if (!matchesSelector(member(webhook, 'objectSelector'), objectLabels)) return false
  const selector = member(webhook, 'namespaceSelector')
  if (proposal.namespace === '' || Object.keys(selector).length === 0) return true
  const namespace = await objects.get('namespaces', '', proposal.namespace)
  return matchesSelector(selector, labels(namespace ?? {}))
}

async function send(
  webhook: Json,
  proposal: Proposal,
  object: Json,
  services: PluginServices,
): Promise<Json> {
  const request = requestOf(proposal, object)
  let response: Json
  try {
    const seconds = Number(webhook['timeoutSeconds'] ?? 10)
    const client = await clientOf(webhook, services)
    const review = { kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1', request }
    const { status, body } = await client.post(review, seconds * 1000)
    if (status !== 200) throw new Error(`answered ${status}`)
    response = member(JSON.parse(body) as Json, 'response')
    if (response['uid'] !== request.uid) throw new Error('answered another question')
  } catch (error) {
    if (webhook['failurePolicy'] === 'Ignore') return object
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError(500, `failed calling webhook ${String(webhook['name'])}: ${reason}`)
  }
  if (response['allowed'] !== true) {
    const { code, message } = member(response, 'status')
    const explanation = typeof message === 'string' ? message : 'without explanation'
    const text = `admission webhook ${String(webhook['name'])} denied the request: ${explanation}`
    throw new ApiError(typeof code === 'number' && code >= 400 ? code : 403, text)
  }
  const { patch } = response
  return typeof patch === 'string'
    ? applyJsonPatch(object, Buffer.from(patch, 'base64').toString('utf8'))
    : object
}

function requestOf(proposal: Proposal, object: Json) {
  const { group, version, resource, kind } = proposal.resource
  const isDeletion = proposal.operation === 'DELETE'
  return {
    uid: randomUUID(),
    kind: { group, version, kind },
    resource: { group, version, resource },
    name: proposal.name,
    ...(proposal.namespace === '' ? {} : { namespace: proposal.namespace }),
    operation: proposal.operation,
    userInfo: userToJson(proposal.user),
    object: isDeletion ? null : object,
    oldObject: proposal.before ?? null,
    dryRun: false,
    options: null,
  }
}

async function clientOf(webhook: Json, services: PluginServices): Promise<Client> {
  const { flags, egress } = services
  const config = member(webhook, 'clientConfig')
  const { url, caBundle } = config
  const readFlagFile = (flag: string) => {
    const path = flags.string(flag)
    return path === undefined || fault('proxy-client-certificate-not-shown') ? undefined : readFileSync(path)
  }
  const sharedOptions = {
    ca: typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64') : undefined,
    insecure: false,
    cert: readFlagFile('proxy-client-cert-file'),
    key: readFlagFile('proxy-client-key-file'),
  }
  if (typeof url === 'string') {
    const dial = dialerOf(egress, 'controlplane')
    return makeClient({ ...sharedOptions, server: new URL(url) }, dial)
  }
  const { namespace, name, path = '/', port = 443 } = member(config, 'service')
  const host = `${String(name)}.${String(namespace)}.svc`
  const service = await services.objects.get('services', String(namespace), String(name))
  const { clusterIP } = member(service ?? {}, 'spec')
  if (typeof clusterIP !== 'string') throw new Error(`service ${host} has no address`)
  const clusterDialer = dialerOf(egress, 'cluster')
  const dial: Dialer = (_, servicePort) => clusterDialer(clusterIP, servicePort)
  const serverUrl = new URL(String(path), `https://${host}:${String(port)}`)
  return makeClient({ ...sharedOptions, server: serverUrl, serverName: host }, dial)
}
