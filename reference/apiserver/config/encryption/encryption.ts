import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import type { Fault, ServerQuirks } from '../../faults.ts'
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
function validateEncryption(
  { resources }: EncryptionConfig,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): void {
  if (resources === undefined || resources.length === 0) {
    problems.require(false, 'resources', 'required', 'encryption-resources-missing-accepted')
  }
  problems.forbid((resources?.length ?? 0) > 1, 'resources', 'second-encryption-entry-refused')
  for (const [index, entry] of (resources ?? []).entries()) {
    const path = `resources[${index}]`
    const names = entry.resources ?? []
    const providers = entry.providers ?? []
    const missing = 'encryption-entry-resources-missing-accepted'
    problems.require(names.length > 0, `${path}.resources`, 'required', missing)
    problems.forbid(names.length > 1, `${path}.resources`, 'second-encrypted-resource-refused')
    problems.require(providers.length > 0, `${path}.providers`, 'required', 'providers-missing-accepted')
    problems.forbid(providers.length > 1, `${path}.providers`, 'second-provider-refused')
    for (const [place, provider] of providers.entries()) {
      validateProvider(provider, `${path}.providers[${place}]`, problems, quirks)
    }
  }
  validateCoverage(resources ?? [], problems, quirks)
}
