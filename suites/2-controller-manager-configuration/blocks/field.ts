import { type Capability, currentCheck, HarnessError, type CheckOptions, rule } from '#kit'
import { requireSettable } from '#harness/programs/manager-arguments.ts'
import { ignoringFault, managerLeaves } from '../../shared/controller-manager/leaves.ts'

/** Rule for the effect of one field. */
interface FieldRule extends CheckOptions {
  /** JSON pointer of the field. */
  readonly field: string
  /** Aspect of the field, as the last part of the rule id. */
  readonly aspect: string
  readonly says: string
  readonly level?: 'MUST' | 'UNSPECIFIED'
  /** Capability that its checks need. */
  readonly capability?: Capability
}

/**
 * Declares a rule for a field of a block, with the row of the field as its source. Its checks run concurrently by
 * default, since most of them wait for separate objects.
 */
export function declareFieldRule(
  { field, aspect, level = 'MUST', overlaps = true, ...rest }: FieldRule,
  body: () => void,
): void {
  const leaf = managerLeaves.find(({ path }) => path === field)
  if (leaf === undefined) throw new HarnessError('harness-fault', `No field of the table is at ${field}.`)
  const { section, key } = leaf
  rule(
    {
      id: `${fieldId(field)}.${aspect}`,
      level,
      source: { document: 2, section, rows: [key] },
      overlaps,
      ...rest,
    },
    body,
  )
}

function fieldId(field: string): string {
  const pathWords = field
    .slice(1)
    .split('/')
    .map((name) => ignoringFault(`/${name}`).slice('field-ignored-'.length))
  return `manager.${pathWords.join('.')}`
}

/** Ends the running check as not applicable if the configuration of the target cannot express one of the fields. */
export function requireFields(...fields: readonly string[]): void {
  requireSettable(currentCheck().dialect, 'controller-manager', fields)
}
