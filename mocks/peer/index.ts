export { Answers, checkResponse } from './answers.ts'
export { controlOf } from './control.ts'
export { ConnectionReset } from './connection-reset.ts'
export { Journal } from './journal.ts'
export {
  after,
  type Answer,
  hangUp,
  honestly,
  type Fault,
  silence,
  type Stall,
  stall,
  times,
  when,
  where,
} from './faults.ts'
export type { MswHandler } from './msw-handler.ts'
export { loadAnswers, loadScript, type Script } from './script.ts'
export { Scripted } from './scripted.ts'
export { documentShape, type ReadResponse, type Shapes, unknownField } from './shapes.ts'
export { type Followed, untilAsked } from './wait-for-requests.ts'
