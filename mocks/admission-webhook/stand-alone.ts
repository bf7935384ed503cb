import { file } from '#harness/launch/flags.ts'
import * as reviewFaults from '../webhook/faults.ts'
import { admissionFields, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startAdmissionWebhooks } from './index.ts'
import * as faults from './faults.ts'

/** The admission webhook for `orch-conformance mock admission-webhook`. */
export const standAlone = standAloneWebhook({
  name: 'admission-webhook',
  summary: 'a validating admission webhook: AdmissionReview v1, admits everything',
  faults: { ...faults, ...reviewFaults },
  shapes: reviewShapes('response', admissionFields),
  startHost: startAdmissionWebhooks,
  directions: (_, webhook) => {
    const registration = {
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
    }
    return { flags: {}, objects: [file('registration.yaml', registration)] }
  },
})
