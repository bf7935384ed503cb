import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

/** Deviations in providers that are backed by key management plugins. */
export const kmsDeviations: readonly Deviation[] = [
  {
    check: 'kms.file.least/accepts-a-name-and-an-endpoint-without-any-other-field-or-flag',
    reason:
      'Without apiVersion a provider is of version 1, which is off since 1.29 unless the feature gate KMSv1 is on.',
    link: sourceAt(`${apiserver}/pkg/server/options/encryptionconfig/config.go`, 'L753-L756'),
  },
]
