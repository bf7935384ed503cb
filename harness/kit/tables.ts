// Interface for tables of the documents, imported as `#kit/tables.ts`. The command line reads them, so they load no
// check.
export type { Rule, Source } from '../catalogue.ts'
export { caseOf, type NamedCases, formerly, seeing } from '../check/claims.ts'
export type { Constraint, ConstraintEnd, ConstraintKind } from '../constraints.ts'
export { sourceAt } from '../dialect/kubernetes/deviations/source.ts'
export type { DocumentPart } from '../outline.ts'
export { type Profile, defaultProfile, defaultProgram } from '../profiles.ts'
export { globPattern } from '../glob.ts'
export type { Situation, SituationKind } from '../situations/kinds.ts'
