import { type Fields, type FieldsOf, loadFile } from '../../config/load-file.ts'
import type { Problems } from '../../config/problems.ts'
import { fault } from '../../quirks/quirks.ts'
import { isAlpha, type Kind, kinds, v1, v1alpha1 } from './kinds.ts'

/** Kind of configuration file: its fields, and the rules between and inside them. */
export interface KindReader<F extends Fields> {
  readonly kind: Kind
  readonly fields: F
  validate(config: FieldsOf<F>, problems: Problems): Promise<void> | void
}

/** Reads and validates a typed configuration file. Throws a Refusal that names every invalid field. */
export function loadConfig<F extends Fields>(file: string, reader: KindReader<F>): Promise<FieldsOf<F>> {
  return loadFile(file, {
    fields: reader.fields,
    checkType: (document, problems) => checkType(document, reader.kind, problems),
    validate: async (config, problems) => {
      await reader.validate(config, problems)
      if (isUnchecked(file, reader.kind)) problems.forget()
      if (fault('later-entries-unchecked')) problems.forget((path) => /^\w+\[[1-9]/.test(path))
    },
  })
}

/** Reports whether a fault skips the checks of a file of v1alpha1. */
function isUnchecked(file: string, kind: Kind): boolean {
  if (kind === 'EgressSelectorConfiguration' || kind === 'EncryptionConfiguration') return false
  return fault(`${kind}-v1alpha1-unchecked`) && isAlpha(file)
}

function checkType(
  { apiVersion, kind }: Readonly<Record<string, unknown>>,
  expected: Kind,
  problems: Problems,
): void {
  const versions: readonly string[] = kinds[expected]
  const version = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : undefined
  if (version === undefined) {
    problems.require(false, 'apiVersion', 'required', 'api-version-missing-accepted')
  } else if (version === v1alpha1 && versions.includes(version)) {
    problems.forbid(versions.includes(v1), 'apiVersion', 'version-v1alpha1-refused')
  } else if (version !== v1 || !versions.includes(version)) {
    const isOtherKnownVersion = version === v1 || version === v1alpha1
    const name = isOtherKnownVersion
      ? (`${expected}-other-version-accepted` as const)
      : 'api-version-unknown-accepted'
    problems.require(false, 'apiVersion', `${expected} is not part of ${JSON.stringify(version)}`, name)
  }
  if (kind === undefined || kind === null || kind === '') {
    problems.require(false, 'kind', 'required', 'kind-missing-accepted')
  } else if (kind !== expected) {
    const differsOnlyInCase = typeof kind === 'string' && kind.toLowerCase() === expected.toLowerCase()
    if (differsOnlyInCase && fault('kind-case-ignored')) return
    problems.require(false, 'kind', `must be ${expected}`, 'kind-not-compared')
  }
}
