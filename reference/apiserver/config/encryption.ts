import { encryptionFields } from './encryption-fields.ts'
import type { KindReader } from './load.ts'
import { validateEncryption } from './validate-encryption.ts'

/** Reader of the file of `--encryption-provider-config`. */
export const encryptionKind: KindReader<typeof encryptionFields> = {
  kind: 'EncryptionConfiguration',
  fields: encryptionFields,
  validate: validateEncryption,
}
