// Interface for generated cases, imported as `#kit/generate.ts`.
export type { Area, Disagreement, CaseResult } from '../generate/area.ts'
export { judgeCases, limitOf } from '../generate/judge.ts'
export { judgeMany } from '../generate/judge-many.ts'
export { compareMany, runOnSecondTarget } from '../generate/compare-many.ts'
