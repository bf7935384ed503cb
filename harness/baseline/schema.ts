import * as v from 'valibot'
import type { Frozen } from '../contract.ts'
import { profiles } from '../profiles.ts'
import { fields, filledText, wordOf } from '../yaml/fields.ts'

/** Placeholder for text that a user has to write. An entry with it is rejected. */
export const placeholder = 'FILL IN'

const filledField = v.pipe(
  filledText,
  v.regex(new RegExp(`^(?!${placeholder})`), `still has ${placeholder}: complete it, or fix the failure.`),
)

const dateField = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'must be a day, such as 2027-03-31.'),
)

const failure = v.pipe(
  fields({
    check: v.pipe(filledText, v.description('The id of the failing check. Globs are not allowed.')),
    fingerprint: v.pipe(filledText, v.description('Identifies the failure; `baseline update` writes it.')),
    reason: v.pipe(filledField, v.description('Why the check fails, and why that is accepted for now.')),
    owner: v.pipe(filledField, v.description('Who is responsible.')),
    link: v.exactOptional(v.pipe(v.string(), v.url('must be a URL.'), v.description('A link to the issue.'))),
    expires: v.pipe(dateField, v.description('The last day on which the entry is valid, in UTC.')),
  }),
  v.description('One known failure.'),
)

/** Format of a baseline: source of the type, the loader and `schemas/baseline.schema.json`. */
export const baselineFile = v.pipe(
  fields({
    schemaVersion: v.pipe(v.literal(1), v.description('The version of this format.')),
    filter: v.exactOptional(
      v.pipe(
        fields({
          only: v.exactOptional(v.pipe(v.array(filledText), v.description('The values of --only.'))),
          grep: v.exactOptional(v.pipe(v.array(filledText), v.description('The values of --grep.'))),
          profiles: v.exactOptional(
            v.pipe(v.array(wordOf(profiles)), v.description('The values of --profile.')),
          ),
        }),
        v.description(
          'The filter of the run that the list was made from: the list is valid for runs with that filter only. Without it, the list is of a whole run.',
        ),
      ),
    ),
    failures: v.pipe(v.array(failure), v.description('The known failures. They do not fail a run.')),
  }),
  v.title('orch-conformance baseline'),
  v.description(
    'Known failures. A stale entry fails the run: its check passes, it matches no check, or it has expired.',
  ),
)
/** Content of a baseline file. */
export type BaselineFile = Frozen<v.InferOutput<typeof baselineFile>>
/** One entry of a baseline. */
export type KnownFailure = BaselineFile['failures'][number]
