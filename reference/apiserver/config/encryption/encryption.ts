import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import { type EncryptionConfig, encryptionFields } from './fields.ts'
import { validateCoverage } from './coverage.ts'
import { validateProvider } from './provider.ts'

/** Reader of the file of `--encryption-provider-config`. */
export const encryptionKind: KindReader<typeof encryptionFields> = {
  kind: 'EncryptionConfiguration',
  fields: encryptionFields,
  validate: validateEncryption,
}

/** Applies the rules of document 1 to an EncryptionConfiguration. */
function validateEncryption({ resources }: EncryptionConfig, problems: Problems): void {
  for (const [index, { providers = [] }] of (resources ?? []).entries())
    for (const [providerIndex, provider] of providers.entries())
      validateProvider(provider, `resources[${index}].providers[${providerIndex}]`, problems)
  validateCoverage(resources ?? [], problems)
}
