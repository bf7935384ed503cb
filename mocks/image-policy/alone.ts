import { stringify } from 'yaml'
import { standAlone } from '../reviewing/alone.ts'
import { startImagePolicies } from './index.ts'

/** The image policy backend for `orch-conformance mock image-policy`. */
export const alone = standAlone({
  name: 'image-policy',
  summary: 'an image policy backend: ImageReview v1alpha1, allows every image',
  startHost: startImagePolicies,
  snippet: (clientConfigFile) => {
    const configuration = stringify({
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
    })
    return [
      '# --enable-admission-plugins=ImagePolicyWebhook --admission-control-config-file=admission.yaml',
      configuration,
    ].join('\n')
  },
})
