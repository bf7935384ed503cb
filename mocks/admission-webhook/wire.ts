import type { Review } from '../webhook/index.ts'

interface GroupVersionName {
  readonly group: string
  readonly version: string
}

/** Request to change an object. */
export interface AdmissionRequest {
  readonly uid: string
  readonly kind: GroupVersionName & { readonly kind: string }
  readonly resource: GroupVersionName & { readonly resource: string }
  readonly subResource?: string
  readonly name?: string
  readonly namespace?: string
  readonly operation: string
  readonly userInfo: { readonly username?: string; readonly groups?: readonly string[] }
  readonly object?: unknown
  readonly oldObject?: unknown
  readonly dryRun?: boolean
  readonly options?: unknown
}

/** Response of a webhook to a request. */
export interface AdmissionResponse {
  /** The uid of the request to which the response belongs. */
  readonly uid: string
  readonly allowed: boolean
  readonly status?: { readonly code?: number; readonly message?: string }
  readonly warnings?: readonly string[]
}

/** An AdmissionReview of version v1 in its wire format. */
export interface AdmissionReview extends Review {
  readonly request?: AdmissionRequest
  readonly response?: AdmissionResponse
}
