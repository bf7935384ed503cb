import * as v from 'valibot'
import { withDescription } from '../schema-descriptions.ts'
import type { Deviation } from '../dialect/dialect.ts'
import { minorVersionIn, type VersionRange } from '../dialect/version-range.ts'
import { fields, filledText as text } from '../yaml/fields.ts'

const optionalTrue = v.exactOptional(v.literal(true))
const versionField = (says: string) =>
  v.exactOptional(
    withDescription(
      v.pipe(v.string(), v.regex(/^\d+\.\d+$/, 'must be a minor version in quotes, such as "1.34".')),
      says,
    ),
  )

/** A known deviation in a target file or a file of its vendor. */
export const deviationSchema = fields({
  check: withDescription(text, 'The id of a check, or a glob over ids.'),
  versions: v.exactOptional(
    withDescription(
      fields({
        from: versionField('The first version that deviates.'),
        before: versionField('The first that does not any more.'),
      }),
      'The versions of the program that deviate. Default all.',
    ),
  ),
  crashes: withDescription(optionalTrue, 'Set where the deviation is a crash.'),
  untestable: withDescription(optionalTrue, 'Set where the deviation makes the check untestable.'),
  reason: text,
  link: withDescription(text, 'Where a reader can verify it.'),
  answers: v.exactOptional(
    withDescription(
      v.array(text),
      'The fingerprints of the failures that it covers, as in `events.jsonl`; any other failure is broken.',
    ),
  ),
})
type StatedDeviations = v.InferOutput<typeof deviationSchema>

/**
 * Content of a vendor's file of known deviations: the type, the validation of the loader, and
 * `schemas/deviations.schema.json`.
 */
export const deviationsFile = v.pipe(
  fields({
    vendor: withDescription(text, 'Whose programs deviate, as reports name it.'),
    deviations: withDescription(v.array(deviationSchema), 'A listed check that passes fails the run.'),
  }),
  v.title('orch-conformance deviations'),
  v.description('Known deviations of the programs of one vendor; the `vendor` of a target file names it.'),
)

/** Returns known deviations in the form in which they are applied. */
export function deviationsOf(stated: readonly StatedDeviations[]): Deviation[] {
  return stated.map(({ versions, ...rest }) => ({
    ...rest,
    ...(versions && { versions: rangeOf(versions) }),
  }))
}

function rangeOf({ from, before }: NonNullable<StatedDeviations['versions']>): VersionRange {
  const [first, end] = [from, before].map((one) => (one === undefined ? undefined : minorVersionIn(one, '')))
  return { ...(first && { from: first }), ...(end && { before: end }) }
}
