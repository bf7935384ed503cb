import type { AdmissionReview } from './wire.ts'

type AdmissionAnswer = (honest: AdmissionReview) => AdmissionReview

/** Rejects the request, with a message for its sender and an HTTP status (default 403). */
export function refuse(message: string, code = 403): AdmissionAnswer {
  return (honest) => ({
    ...honest,
    response: { uid: honest.response?.uid ?? '', allowed: false, status: { code, message } },
  })
}

/** Admits the request with warnings for its sender. */
export function warn(...warnings: string[]): AdmissionAnswer {
  return (honest) => ({ ...honest, response: { uid: honest.response?.uid ?? '', allowed: true, warnings } })
}

/** Responds with a uid that differs from the uid of the request. */
export function wrongUid(honest: AdmissionReview): AdmissionReview {
  return { ...honest, response: { allowed: true, ...honest.response, uid: 'nobody-asked-this' } }
}
