import * as v from 'valibot'
import { fields, filledText } from '../yaml/fields.ts'
import { rangesPattern } from './ranges.ts'

const ranges = (says: string) =>
  v.pipe(v.string(), v.regex(rangesPattern, 'must be ranges such as 1-4,7.'), v.description(says))

/** Lines that belong to no other entry of their file. */
export const otherLines = '*'

const part = v.pipe(
  v.tuple([
    v.pipe(
      v.union([v.literal(otherLines), ranges('')]),
      v.description('Lines, such as 1-4,7; `*` for all lines that no other entry of the file has.'),
    ),
    v.pipe(
      v.number(),
      v.integer('must be a whole number.'),
      v.minValue(0, 'must be at least 0.'),
      v.description('The index of the checks that reach these lines in `sets`.'),
    ),
  ]),
  v.description('Lines with the checks that reach them, from a recording.'),
)

/** Format of a recording: source of the type, the loader and `schemas/reach.schema.json`. */
export const reachFile = v.pipe(
  fields({
    $schema: v.exactOptional(v.string()),
    schemaVersion: v.pipe(v.literal(1), v.description('The version of this format.')),
    recorded: v.exactOptional(
      v.pipe(
        fields({
          at: v.pipe(filledText, v.description('When the recording run began, as an ISO 8601 time.')),
          tool: v.pipe(filledText, v.description('The version of orch-conformance.')),
          target: v.pipe(filledText, v.description('The name of the target.')),
          suites: v.pipe(filledText, v.description('SHA-256 of the suites, in hexadecimal.')),
        }),
        v.description('The run that made the file. A file that was written by hand has none.'),
      ),
    ),
    checks: v.exactOptional(
      v.pipe(
        v.array(v.tuple([filledText, v.pipe(v.number(), v.minValue(0, 'must be at least 0.'))])),
        v.description(
          'Recorded checks, each with its duration in milliseconds. The sets are indexes of them.',
        ),
      ),
    ),
    unknown: v.exactOptional(
      ranges(
        'Checks of which it is not known what they reach: they did not hold, or a program of theirs left no coverage.',
      ),
    ),
    sets: v.exactOptional(
      v.pipe(v.array(ranges('Indexes of checks, such as 0-3,7.')), v.description('Distinct sets of checks.')),
    ),
    files: v.pipe(
      v.record(
        filledText,
        v.pipe(
          v.array(
            v.union([
              v.pipe(filledText, v.description('A glob of rule or check ids that reach the whole file.')),
              part,
            ]),
          ),
          v.description('What reaches the file. By hand, a list of globs; in a recording, lines with a set.'),
        ),
      ),
      v.description(
        'Source files by path. A path that ends with / is that of a folder, with all files below it.',
      ),
    ),
  }),
  v.title('orch-conformance reach'),
  v.description(
    'Which checks reach which source files. `run --record-reach` writes it, or it is written by hand; `run --since` reads it.',
  ),
)
/** Type of a recording. */
export type ReachFile = Readonly<v.InferOutput<typeof reachFile>>
