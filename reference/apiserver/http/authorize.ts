import type { Attributes, Authorizer } from '../authorization/authorizer.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Step } from '../../serving/request.ts'
import { attributesOf, isWriteRequest } from '../api/attributes.ts'

/** Authorizes a request. Responds with 403 if no authorizer allows it. */
export function authorize(authorizer: Authorizer): Step {
  return async (request, next) => {
    const attributes = attributesOf(request)
    if (isUnchecked(attributes)) return next(request)
    const { verdict, reason, error } = await authorizer.decide(attributes)
    if (verdict === 'allow') return next(request)
    if (isWriteRequest(attributes)) {
      if (fault('denied-writes-allowed')) return next(request)
      if (request.transport === 'http/2' && fault('http2-denied-served')) return next(request)
      if (fault('denied-writes-done')) await next(request)
    }
    if (error !== undefined && freedom('undecided-errors-answer-500')) throw new ApiError(500, error)
    const subject = attributes.resource?.resource ?? request.path
    const reasonText = reason === undefined ? '' : `: ${reason}`
    throw new ApiError(
      403,
      `${subject} is forbidden: user ${JSON.stringify(request.user?.username)} cannot ${attributes.verb} it${reasonText}`,
    )
  }
}

/** Reports whether a fault skips the authorization of a request. */
function isUnchecked({ resource }: Attributes): boolean {
  if (resource === undefined) return fault('paths-not-authorized')
  return resource.subresource === '' ? fault('objects-not-authorized') : fault('subresources-not-authorized')
}
