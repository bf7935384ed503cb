import { file } from '#harness/launch/flags.ts'
import * as reviewFaults from '../webhook/faults.ts'
import { imageFields, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startImagePolicies } from './index.ts'
import * as faults from './faults.ts'

/** Definition of the image policy backend for `orch-conformance mock image-policy`. */
export const standAlone = standAloneWebhook({
  name: 'image-policy',
  summary: 'an image policy backend: ImageReview v1alpha1, allows every image',
  faults: { ...faults, ...reviewFaults },
  shapes: reviewShapes('status', imageFields),
  startHost: startImagePolicies,
  directions: (clientConfigFile) => {
    const admission = {
      apiVersion: 'apiserver.config.orch.io/v1',
      kind: 'AdmissionConfiguration',
      plugins: [
        {
          name: 'ImagePolicyWebhook',
          configuration: {
            imagePolicy: {
              orchConfigFile: clientConfigFile,
              allowTTL: 50,
              denyTTL: 50,
              retryBackoff: 500,
              defaultAllow: false,
            },
          },
        },
      ],
    }
    return {
      flags: {
        '--enable-admission-plugins': 'ImagePolicyWebhook',
        '--admission-control-config-file': file('admission.yaml', admission),
      },
    }
  },
})
