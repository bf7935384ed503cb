import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const overlapRule = 'encryption.resources.overlap-between-entries'

/** Deviations in the content of encryption files. */
export const encryptionDeviations: readonly Deviation[] = [
  ...[16, 24].map((bytes) => ({
    check: `encryption.aescbc.key-length/refuses-a-key-of-${bytes}-bytes`,
    reason: 'Both AES providers share one list of key lengths: 16, 24 and 32 bytes.',
    link: sourceAt(`${apiserver}/pkg/apis/apiserver/validation/validation_encryption.go`, 'L107'),
  })),
  ...[
    'refuses-the-wildcard-for-all-behind-that-for-the-core-group-in-two-entries',
    'refuses-the-wildcard-for-all-behind-that-for-a-group-in-two-entries',
    'refuses-the-wildcard-for-all-behind-that-for-a-group-with-another-entry-between',
  ].map((title) => ({
    check: `${overlapRule}/${title}`,
    reason:
      'Between entries only a later name or wildcard that an earlier wildcard hides is refused: a narrower wildcard may stand before a wider one, which then leaves its resources out.',
    link: sourceAt(`${apiserver}/pkg/server/options/encryptionconfig/config.go`, 'L298-L310'),
  })),
]
