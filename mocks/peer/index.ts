export { Answers, mustAnswer } from './answers.ts'
export { controlOf } from './control.ts'
export { HungUp } from './hung-up.ts'
export { Journal } from './journal.ts'
export {
  after,
  type Answer,
  hangUp,
  honestly,
  type Lie,
  silence,
  type Stall,
  stall,
  times,
  when,
  where,
} from './lies.ts'
export type { MswHandler } from './msw-handler.ts'
export { loadAnswers, loadScript, type Script } from './script.ts'
export { Scripted } from './scripted.ts'
export { documentShape, type ReadAnswer, type Shapes, unknownField } from './shapes.ts'
export { type Followed, untilAsked } from './until-asked.ts'
