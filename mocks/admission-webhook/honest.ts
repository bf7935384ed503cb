import type { AdmissionResponse, AdmissionReview } from './wire.ts'

/** Returns the review with a response and without its request. */
export function withResponse(
  review: AdmissionReview,
  response: Omit<AdmissionResponse, 'uid'>,
): AdmissionReview {
  const { apiVersion, kind, request } = review
  return { apiVersion, kind, response: { uid: request?.uid ?? '', ...response } }
}
