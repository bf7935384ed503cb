import type { Situation } from '#kit/tables.ts'
import { constraints } from '#documents/documents.ts'
import { changeSituations } from './changes.ts'
import { withReasons } from './reasons.ts'
import { requestSituations } from './requests.ts'
import { valueSituations } from './values.ts'

/** Every kind of situation, with the rows where it can occur and the checks that try it. */
export function situations(): Situation[] {
  return [...valueSituations(constraints()), ...changeSituations, ...requestSituations].map(withReasons)
}
