import * as v from 'valibot'
import { judgements, type ExcludedRule, type Rule } from '#harness/catalogue.ts'
import type { ListedRule } from '#harness/cli/catalogue/list.ts'
import {
  constraintKinds,
  type Constraint,
  type ConstraintEnd,
  type ConstraintKind,
} from '#harness/constraints.ts'
import type { Frozen } from '#harness/contract.ts'
import type { DocumentPart } from '#harness/outline.ts'
import { profiles } from '#harness/profiles.ts'
import { roles } from '#harness/roles.ts'

const text = v.string()
const textsSchema = v.array(text)
const withDescription = <Schema extends v.GenericSchema>(schema: Schema, says: string) =>
  v.pipe(schema, v.description(says))
const document = v.picklist([1, 2, 3])

const statement = v.strictObject({
  key: withDescription(text, 'The key of the row, or the subject of the sentence.'),
  of: v.exactOptional(
    withDescription(text, 'The type that has the row, if two rows of the section have one key.'),
  ),
  sentence: v.exactOptional(withDescription(v.literal(true), 'It is a sentence, not a row of a table.')),
  program: v.picklist(roles),
  profile: v.picklist(profiles),
  rules: withDescription(textsSchema, 'The ids of the rules about it.'),
})

const standardRule = v.strictObject({
  level: v.picklist(['MUST', 'SHOULD', 'UNSPECIFIED']),
  says: withDescription(text, 'What the documents require, in words of this project.'),
  aspect: v.exactOptional(withDescription(text, 'The part of its rows that it is about.')),
  program: v.picklist(roles),
  judgedBy: v.picklist([...judgements, 'excluded']),
  capability: v.exactOptional(
    withDescription(text, 'What it needs although the documents do not promise it.'),
  ),
  excluded: v.exactOptional(withDescription(text, 'Why no check covers it.')),
  checks: withDescription(textsSchema, 'Its checks: each id is that of the rule, a slash, and this.'),
  declaredAt: v.exactOptional(
    withDescription(text, 'The source line that declares it, or the row of the table that it is made from.'),
  ),
})

const endSchema = v.strictObject({
  document,
  section: text,
  key: withDescription(text, 'The key of a statement.'),
  of: v.exactOptional(
    withDescription(text, 'The type that has the row, if two rows of the section have one key.'),
  ),
})

const constraint = v.strictObject({
  kind: withDescription(
    v.picklist(Object.keys(constraintKinds) as ConstraintKind[]),
    'How the statements of `from` and those of `to` are connected.',
  ),
  from: withDescription(v.array(endSchema), 'What it is about; several if it holds for each of them.'),
  to: v.array(endSchema),
  says: withDescription(text, 'What the documents require, in words of this project.'),
  rules: withDescription(textsSchema, 'The ids of the rules that judge it.'),
  reason: v.exactOptional(withDescription(text, 'Why no rule does.')),
})

/** Schema of `standard.json`. */
export const standardFile = v.strictObject({
  schemaVersion: v.literal(2),
  version: withDescription(text, 'The version of the package.'),
  documents: v.array(
    v.strictObject({
      document,
      sections: v.array(
        v.strictObject({
          section: withDescription(text, 'The heading as the document has it.'),
          statements: withDescription(
            v.array(statement),
            'Its rows and sentences, in the order of the document.',
          ),
        }),
      ),
    }),
  ),
  constraints: withDescription(
    v.array(constraint),
    'What the documents state about two things at once, in the order of the documents.',
  ),
  rules: withDescription(
    v.record(text, standardRule),
    'Every rule by its id, in the order of the documents.',
  ),
})

/** Rows and sentences of the documents, each with the rules and checks that cover it. */
export type Standard = Frozen<v.InferOutput<typeof standardFile>>
type Statement = Standard['documents'][number]['sections'][number]['statements'][number]

/**
 * Returns the standard as data: all rows and sentences in the order of the documents, their connections, and all rules.
 */
export function standardOf(
  version: string,
  places: readonly DocumentPart[],
  rules: readonly ListedRule[],
  constraints: readonly Constraint[] = [],
): Standard {
  const rulesByRow = groupByKey(
    rules.flatMap((rule) => rule.source.rows.map((row) => ({ rule, at: keyOf({ ...rule.source, row }) }))),
    ({ at }) => at,
  )
  const statementOf = (part: DocumentPart): Statement => {
    const { row, of, isSentence, program, profile } = part
    const rulesOfPart = (rulesByRow.get(keyOf(part)) ?? []).filter(
      ({ rule }) => of === undefined || belongsToType(rule, of),
    )
    return {
      key: row,
      ...(of !== undefined && { of }),
      ...(isSentence && { sentence: isSentence }),
      program,
      profile,
      rules: rulesOfPart.map(({ rule }) => rule.id),
    }
  }
  const documents = [...groupByKey(places, (part) => part.document)].map(([document, own]) => ({
    document,
    sections: [...groupByKey(own, (part) => part.section)].map(([section, members]) => ({
      section,
      statements: members.map(statementOf),
    })),
  }))
  return {
    schemaVersion: 2,
    version,
    documents,
    constraints: constraints.map(({ from, to, ...rest }) => ({
      ...rest,
      from: from.map(withKey),
      to: to.map(withKey),
    })),
    rules: Object.fromEntries(rules.map((rule) => [rule.id, ruleOf(rule)])),
  }
}

function withKey({ row, ...end }: ConstraintEnd) {
  return { ...end, key: row }
}

function ruleOf(rule: ListedRule) {
  const { id, level, says, source, program, judgedBy, capability, excluded, checks, declaredAt } = rule
  return {
    level,
    says,
    ...(source.aspect !== undefined && { aspect: source.aspect }),
    program,
    judgedBy,
    ...(capability !== undefined && { capability }),
    ...(excluded !== undefined && { excluded: excluded.reason }),
    checks: checks.map((check) => check.slice(id.length + 1)),
    ...(declaredAt !== undefined && { declaredAt }),
  }
}

/** Reports whether a rule applies to a type: its aspect names the type or no type. */
function belongsToType(
  { source: { aspect = '' } }: Pick<Rule | ExcludedRule, 'source'>,
  type: string,
): boolean {
  const [, owner] = /^of ([^,]+)/.exec(aspect) ?? []
  return owner === undefined || owner === type
}

function groupByKey<T, K>(items: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function keyOf({ document, section, row }: Pick<DocumentPart, 'document' | 'section' | 'row'>): string {
  return JSON.stringify([document, section, row])
}
