import { file } from '#harness/launch/flags.ts'
import * as reviewFaults from '../webhook/faults.ts'
import { accessFields, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startWebhookAuthorizers } from './index.ts'
import * as faults from './faults.ts'

/** Definition of the webhook authorizer for `orch-conformance mock webhook-authorizer`. */
export const standAlone = standAloneWebhook({
  name: 'webhook-authorizer',
  aliases: ['authorizer'],
  summary: 'a webhook authorizer: SubjectAccessReview v1 and v1beta1, allows everything',
  faults: { ...faults, ...reviewFaults },
  shapes: reviewShapes('status', accessFields),
  startHost: startWebhookAuthorizers,
  directions: (clientConfigFile) => {
    const authorization = {
      apiVersion: 'apiserver.config.orch.io/v1',
      kind: 'AuthorizationConfiguration',
      authorizers: [
        {
          type: 'Webhook',
          name: 'mock',
          webhook: {
            authorizedTTL: '5m0s',
            unauthorizedTTL: '30s',
            timeout: '3s',
            subjectAccessReviewVersion: 'v1',
            matchConditionSubjectAccessReviewVersion: 'v1',
            failurePolicy: 'Deny',
            connectionInfo: { type: 'OrchConfig', orchConfigFile: clientConfigFile },
            matchConditions: [],
          },
        },
      ],
    }
    return { flags: { '--authorization-config': file('authorization.yaml', authorization) } }
  },
})
