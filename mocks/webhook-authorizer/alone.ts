import { stringify } from 'yaml'
import { standAlone } from '../reviewing/alone.ts'
import { startWebhookAuthorizers } from './index.ts'

/** The webhook authorizer for `orch-conformance mock authorizer`. */
export const alone = standAlone({
  name: 'authorizer',
  summary: 'a webhook authorizer: SubjectAccessReview v1 and v1beta1, allows everything',
  startHost: startWebhookAuthorizers,
  snippet: (clientConfigFile) => {
    const configuration = stringify({
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
    })
    return `# --authorization-config=authorization.yaml\n${configuration}`
  },
})
