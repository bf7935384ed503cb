import * as v from 'valibot'
import type { Frozen } from '../contract.ts'
import { fields, filledText } from '../yaml/fields.ts'

const location = v.pipe(
  filledText,
  v.description('A path, relative to the list, or an http or https URL. Nothing else is ever downloaded.'),
)
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const httpUrl = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]+$/, 'must be an http or https URL.'))

const certifiedResult = v.pipe(
  fields({
    certificate: v.pipe(
      location,
      v.description(
        'The output directory of `certify`, or the URL of that directory. Of a URL, certificate.json and events.jsonl are downloaded.',
      ),
    ),
    keys: v.pipe(
      v.array(filledText),
      v.minLength(1, 'must name a key.'),
      v.description('Thumbprints (RFC 7638) of the keys that may sign the certificate.'),
    ),
  }),
  v.description('A certificate, and the keys that may sign it.'),
)
const storedResult = v.pipe(
  fields({
    events: v.pipe(location, v.description('The events.jsonl of a run, which need not be certified.')),
    sha256: v.pipe(digest, v.description('The SHA-256 of the events.')),
  }),
  v.description('The events of a run, and their digest.'),
)
const result = v.union(
  [certifiedResult, storedResult],
  'needs either certificate and keys, or events and sha256, as the SHA-256 in hexadecimal.',
)

const name = v.pipe(
  v.string(),
  v.regex(/^[\w][\w .+-]{0,62}$/, 'must be 1 to 63 letters, digits, spaces and any of . _ + -'),
)

/** Format of a list of results: source of the type, the loader and `schemas/collect.schema.json`. */
export const collectFile = v.pipe(
  fields({
    schemaVersion: v.pipe(v.literal(1), v.description('The version of this format.')),
    implementations: v.pipe(
      v.array(
        fields({
          name: v.pipe(name, v.description('The name of its column and of its badge.')),
          results: v.pipe(
            v.array(result),
            v.minLength(1, 'must have a result.'),
            v.maxLength(100, 'may have 100 results at most.'),
            v.description('Its results, in any order: the latest is in the matrix, all are in the history.'),
          ),
        }),
      ),
      v.minLength(1, 'must have an implementation.'),
      v.maxLength(100, 'may have 100 entries at most.'),
    ),
    redirects: v.exactOptional(
      v.pipe(
        v.array(httpUrl),
        v.description(
          'Origins that downloads may be redirected to, such as https://objects.example.org. A redirect to any other origin is refused.',
        ),
      ),
    ),
    triage: v.exactOptional(v.pipe(filledText, v.description('The triage file, relative to the list.'))),
  }),
  v.title('orch-conformance collect'),
  v.description('Results of several implementations, for `compare --collect`.'),
)
/** Type of a list of results. */
export type CollectFile = Frozen<v.InferOutput<typeof collectFile>>
/** One result of a list. */
export type ListedResult = CollectFile['implementations'][number]['results'][number]

/** Format of a triage file: source of the type, the loader and `schemas/triage.schema.json`. */
export const triageFile = v.pipe(
  fields({
    schemaVersion: v.pipe(v.literal(1), v.description('The version of this format.')),
    entries: v.array(
      fields({
        rule: v.pipe(filledText, v.description('The id of the rule. Globs are not allowed.')),
        implementation: v.pipe(filledText, v.description('Its name in the list.')),
        link: v.pipe(httpUrl, v.description('Where the failure is discussed, such as an issue.')),
        note: v.exactOptional(v.pipe(filledText, v.description('A sentence about it.'))),
      }),
    ),
  }),
  v.title('orch-conformance triage'),
  v.description('Where failures of implementations are discussed: a link per rule and implementation.'),
)
/** Type of a triage file. */
export type TriageFile = Frozen<v.InferOutput<typeof triageFile>>
/** One entry of a triage file, with its location, such as `triage.yaml:12`. */
export type TriageEntry = TriageFile['entries'][number] & { readonly location: string }
