import * as v from 'valibot'
import { withDescription } from '../schema-descriptions.ts'
import { fields, filledText as text } from '../yaml/fields.ts'

const variable = v.pipe(
  text,
  v.regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, such as MUTANT.'),
)

/** Settings of a build with mutants, for `prove --mutants` and `run --mutant`. */
export const mutantsSchema = v.pipe(
  fields({
    active: withDescription(variable, 'The environment variable that holds the id of the active mutant.'),
    reached: withDescription(
      variable,
      'The environment variable that holds the path of a file, to which a program appends a line with the id of each mutant that it reaches. Where it is not set, nothing is written.',
    ),
    list: withDescription(
      text,
      'The file of the mutants, relative to this file: JSON Lines, each with `id`, and optionally `file`, `line`, `within`, `mutator`, `from` and `to`.',
    ),
  }),
  v.description('How the programs switch a mutant on, if they are built with mutants.'),
)
