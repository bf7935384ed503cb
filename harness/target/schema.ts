import * as v from 'valibot'
import { vendors } from '../dialect/dialect.ts'
import { type Capability, capabilityTexts } from '../capabilities.ts'
import { deviationSchema } from './deviation-schema.ts'
import { dialects } from './dialects.ts'
import { mutantsSchema } from './mutants-schema.ts'
import { programSchema } from './program-schema.ts'
import { roles } from '../roles.ts'
import { fields, filledText as text, wordOf } from '../yaml/fields.ts'

const milliseconds = v.pipe(
  v.number(),
  v.integer('must be a whole number.'),
  v.minValue(1, 'must be at least 1.'),
)
const limitField = (says: string) => v.exactOptional(v.pipe(milliseconds, v.description(says)))

const booleanField = (says: string) => v.exactOptional(v.pipe(v.boolean(), v.description(says)))
// The type of `Object.fromEntries` does not keep the names of the keys.
const capabilityFields = Object.fromEntries(
  Object.entries(capabilityTexts).map(([name, says]) => [name, booleanField(says)]),
) as Readonly<Record<Capability, ReturnType<typeof booleanField>>>

/** Content of a target file: the type, the validation of the loader, and `schemas/target.schema.json`. */
export const targetFile = v.pipe(
  fields({
    name: text,
    dialect: v.pipe(
      wordOf(Object.keys(dialects)),
      v.description('How the implementation spells what the documents say.'),
    ),
    vendor: v.exactOptional(
      v.pipe(
        v.string(),
        v.regex(
          new RegExp(`^(?:${vendors.join('|')}|.*[./].*)$`),
          ({ received }) =>
            `is ${received}. Valid: ${vendors.join(', ')}, or the path of a file of deviations.`,
        ),
        v.description(
          'The vendor whose patches the programs contain; its known deviations then apply. Or a path, relative to this file, of a file of deviations (schemas/deviations.schema.json).',
        ),
      ),
    ),
    programs: fields(v.entriesFromList(roles, v.exactOptional(programSchema))),
    mutants: v.exactOptional(mutantsSchema),
    goMemoryLimit: v.exactOptional(
      v.pipe(
        v.string(),
        v.regex(/^(?:off|[1-9]\d*(?:[KMGT]i)?B)$/, 'must be `off` or a size such as 512MiB.'),
        v.description(
          'Programs of dialect kubernetes start without collecting garbage (GOGC=off) up to this limit (GOMEMLIMIT), such as 512MiB. Default: a share of the memory of the machine. `off` sets neither.',
        ),
      ),
    ),
    capabilities: v.exactOptional(
      v.pipe(
        fields(capabilityFields),
        v.description('What the implementation has beyond the documents; overrides its dialect.'),
      ),
    ),
    limits: v.exactOptional(
      v.pipe(
        fields({
          readyMs: limitField('From the start to the first successful `/readyz`.'),
          refusedMs: limitField('From the start to the end of a program that must refuse to start.'),
          stopMs: v.exactOptional(
            v.pipe(
              v.number(),
              v.integer('must be a whole number.'),
              v.minValue(0, 'must be at least 0.'),
              v.description(
                'From SIGTERM to SIGKILL, after the last use of a program. Default 0, which kills at once, because no check looks at how such a program ends; give it time when it writes something at its end, such as its coverage.',
              ),
            ),
          ),
          issuersMs: limitField(
            'From the start until the token issuers are known; the program may retry an issuer after a pause.',
          ),
          reloadMs: limitField('From the change of a file that is followed to its effect.'),
        }),
        v.description('How long things may take, in milliseconds.'),
      ),
    ),
    deviations: v.exactOptional(
      v.pipe(
        v.array(deviationSchema),
        v.description('Known deviations; a listed check that passes fails the run.'),
      ),
    ),
  }),
  v.title('orch-conformance target'),
  v.description('One implementation under test: its programs, its dialect and what is known about it.'),
)
/** Type of a target file. */
export type TargetFile = v.InferOutput<typeof targetFile>
