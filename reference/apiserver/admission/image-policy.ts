import { makeClient } from '../../client-config/client.ts'
import { readClientConfig } from '../../client-config/read.ts'
import { Refusal } from '../../flags/refusal.ts'
import { dialDirectly } from '../../client-config/dialer.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { metadataOf } from '../api/object.ts'
import { isCore, type PluginFactory } from './plugin.ts'
import { containersOf } from './pods.ts'

/** Timeout of the image policy webhook in milliseconds. */
const timeoutMs = 30_000

/** Calls a webhook that decides whether the images of pods may be used. */
export const imagePolicyWebhook: PluginFactory = ({ config }) => {
  const policy = member(config ?? {}, 'imagePolicy')
  const file = policy['orchConfigFile'] ?? policy['kubeConfigFile']
  if (typeof file !== 'string') throw new Refusal('ImagePolicyWebhook: needs imagePolicy.orchConfigFile')
  const client = makeClient(readClientConfig(file), dialDirectly)
  const reviewPod = async (namespace: string, pod: Json) => {
    const { annotations } = metadataOf(pod)
    const spec = {
      containers: containersOf(pod).map(({ image }) => ({ image })),
      namespace,
      annotations: annotations ?? {},
    }
    const review = { kind: 'ImageReview', apiVersion: 'imagepolicy.orch.io/v1alpha1', spec }
    const { status, body } = await client.post(review, timeoutMs)
    if (status !== 200) throw new Error(`answered ${status}`)
    return member(JSON.parse(body) as Json, 'status')
  }
  return {
    concerns: (proposal) => isCore('pods')(proposal) && proposal.operation !== 'DELETE',
    async admit({ namespace }, pod) {
      let answer: Json
      try {
        answer = await reviewPod(namespace, pod)
      } catch (error) {
        if (policy['defaultAllow'] === true) return pod
        throw new ApiError(403, `pods is forbidden: no word about its images (${String(error)})`)
      }
      if (answer['allowed'] === true) return pod
      throw new ApiError(
        403,
        `pods is forbidden: images are not allowed: ${JSON.stringify(answer['reason'])}`,
      )
    },
  }
}
