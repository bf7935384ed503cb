import { file } from '#harness/launch/flags.ts'
import * as reviewLies from '../webhook/faults.ts'
import { images, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startImagePolicies } from './index.ts'
import * as lies from './faults.ts'

/** Definition of the image policy backend for `orch-conformance mock image-policy`. */
export const standAlone = standAloneWebhook({
  name: 'image-policy',
  summary: 'an image policy backend: ImageReview v1alpha1, allows every image',
  lies: { ...lies, ...reviewLies },
  shapes: reviewShapes('status', images),
  startHost: startImagePolicies,
  leads: (clientConfigFile) => {
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
