import { stringify } from 'yaml'
import { standAlone } from '../reviewing/alone.ts'
import { startAdmissionWebhooks } from './index.ts'

/** The admission webhook for `orch-conformance mock admission-webhook`. */
export const alone = standAlone({
  name: 'admission-webhook',
  summary: 'a validating admission webhook: AdmissionReview v1, admits everything',
  startHost: startAdmissionWebhooks,
  snippet: (_, webhook) => {
    const registration = stringify({
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'mock' },
      webhooks: [
        {
          name: 'mock.orch-conformance.example',
          clientConfig: {
            url: webhook.url,
            caBundle: Buffer.from(webhook.certificateAuthority).toString('base64'),
          },
          rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
        },
      ],
    })
    return `# Create this object in the implementation.\n${registration}`
  },
})
