import * as v from 'valibot'
import { documentShape, type Shapes } from '../peer/index.ts'

/** Fields of the status of an accessFields review. */
export const accessFields = {
  allowed: v.boolean(),
  denied: v.boolean(),
  reason: v.string(),
  evaluationError: v.string(),
}
/** Fields of the status of a TokenReview. */
export const tokenFields = {
  authenticated: v.boolean(),
  user: v.partial(
    v.strictObject({
      username: v.string(),
      uid: v.string(),
      groups: v.array(v.string()),
      extra: v.record(v.string(), v.array(v.string())),
    }),
  ),
  audiences: v.array(v.string()),
  error: v.string(),
}
/** Fields of the status of an ImageReview. */
export const imageFields = {
  allowed: v.boolean(),
  reason: v.string(),
  auditAnnotations: v.record(v.string(), v.string()),
}
/** Fields of the response of an AdmissionReview. */
export const admissionFields = {
  uid: v.string(),
  allowed: v.boolean(),
  status: v.record(v.string(), v.unknown()),
  patch: v.string(),
  patchType: v.string(),
  auditAnnotations: v.record(v.string(), v.string()),
  warnings: v.array(v.string()),
}

const reviewFields = {
  apiVersion: v.string(),
  kind: v.string(),
  metadata: v.unknown(),
  spec: v.unknown(),
  request: v.unknown(),
}

/** Returns the shape of a review that a script merges: `status` or `response` with these fields. */
export function reviewShapes(member: 'status' | 'response', fields: v.ObjectEntries): Shapes {
  const review = v.strictObject({ ...reviewFields, [member]: v.partial(v.strictObject(fields)) })
  return { review: documentShape(v.partial(review)) }
}

/** Returns the shape of a status that a script merges. */
export function statusShape(fields: v.ObjectEntries): ReturnType<typeof documentShape> {
  return documentShape(v.partial(v.strictObject(fields)))
}
