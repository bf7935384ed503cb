import * as v from 'valibot'
import { withDescription } from '../schema-descriptions.ts'
import { fields, filledText as text, wordProblem, wordOf } from '../yaml/fields.ts'

const command = v.pipe(v.array(v.string()), v.minLength(1, 'must name the program.'))
const flag = v.pipe(
  v.string(),
  v.regex(/^--[A-Za-z][\w.-]*$/, 'must be a flag without a value, such as --bind-address.'),
)

/** Shapes of the flags in a file. */
const flagShapes = ['list', 'entries', 'map'] as const

const namePrefix = v.exactOptional(
  withDescription(v.string(), 'A prefix of each name, such as `--`. Default: none.'),
)

const handOvers = ['arguments', 'prefixed', 'file']

/** Ways to pass the flags of a program to the command that starts it. */
const flagHandOver = v.variant(
  'as',
  [
    fields({
      as: withDescription(v.literal('arguments'), '`--name=value`, behind the command: the default.'),
    }),
    fields({
      as: withDescription(
        v.literal('prefixed'),
        'Each inside another flag, as in `--kube-apiserver-arg=name=value`.',
      ),
      prefix: withDescription(text, 'The prefix of `name=value`, such as `--kube-apiserver-arg=`.'),
    }),
    fields({
      as: withDescription(
        v.literal('file'),
        'As entries of a YAML file, which `{flags}` in the command names.',
      ),
      name: v.exactOptional(
        withDescription(
          v.pipe(text, v.regex(/^[\w-][\w.-]*$/, 'must be a file name without a folder.')),
          'The name of the file. Default flags.yaml.',
        ),
      ),
      at: withDescription(
        v.pipe(text, v.regex(/^(?:\/[^/]+)+$/, 'must be a JSON pointer, such as /apiServer/extraArgs.')),
        'The place of the flags in the file, as a JSON pointer.',
      ),
      shape: withDescription(
        wordOf(flagShapes),
        '`list` holds `name=value`, `entries` holds `{ name, value }`, `map` has a value for each name.',
      ),
      prefix: namePrefix,
      content: v.exactOptional(
        withDescription(v.record(v.string(), v.unknown()), 'Other content of the file, such as its kind.'),
      ),
    }),
  ],
  ({ received, input }) => wordProblem(received, input, handOvers),
)

/** Start of one program of the implementation. */
export const programSchema = v.pipe(
  fields({
    command: withDescription(
      command,
      'The program and its first arguments. Paths are relative to the directory of this file, also those of existing files in the arguments. `{work}` is the directory of all files of the run, `{folder}` the directory of this start, and `{flags}` the file with its flags.',
    ),
    args: v.exactOptional(
      withDescription(
        v.array(v.string()),
        'Further arguments that the program always needs; also with placeholders.',
      ),
    ),
    env: v.exactOptional(
      withDescription(
        v.record(v.string(), v.string()),
        'Variables added to the clean environment that every program gets; also with placeholders.',
      ),
    ),
    flags: v.exactOptional(withDescription(flagHandOver, 'How the command takes the flags of the program.')),
    ownFlags: v.exactOptional(
      withDescription(
        v.array(flag),
        'Flags that the command sets itself. The harness does not set them, and rules about them are not applicable.',
      ),
    ),
    log: v.exactOptional(
      withDescription(
        v.pipe(
          text,
          v.regex(
            /^(?!\/|.*\{work\}).*$/,
            'must stand in the folder of the start: {folder}/program.log, say.',
          ),
        ),
        'The log file of the program, if it does not log to standard error: a path in the directory of the start.',
      ),
    ),
    ownMounts: v.exactOptional(
      withDescription(
        v.boolean(),
        'Whether the command gives the program mounts of its own, so that files of the machine cannot be replaced for it.',
      ),
    ),
    version: v.exactOptional(
      withDescription(
        v.pipe(v.string(), v.regex(/^\d+\.\d+$/, 'must be a minor version in quotes, such as "1.34".')),
        'The minor version of the program, if the command does not print it for `--version`.',
      ),
    ),
  }),
  v.description('How to start one program of the implementation.'),
)
