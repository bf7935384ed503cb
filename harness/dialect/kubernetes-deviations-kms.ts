import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'

/** Departures in providers that are backed by key management plugins. */
export const kmsDeviations: readonly Deviation[] = [
  {
    check: 'kms.file.least/accepts-a-name-and-an-endpoint-without-any-other-field-or-flag',
    reason:
      'Without apiVersion a provider is of version 1, which is off since 1.29 unless the feature gate KMSv1 is on.',
    link: `${source}/staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go`,
  },
]
