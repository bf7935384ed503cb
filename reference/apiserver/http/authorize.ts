import type { Attributes, Authorizer } from '../authorization/authorizer.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Step } from '../../serving/request.ts'
import { attributesOf, isWriting } from '../api/attributes.ts'

/** Authorizes a request. Responds with 403 if no authorizer allows it. */
export function authorize(authorizer: Authorizer): Step {
  return async (request, next) => {
    const attributes = attributesOf(request)
    if (isLeftOut(attributes)) return next(request)
    const { verdict, reason, error } = await authorizer.decide(attributes)
    if (verdict === 'allow') return next(request)
    if (isWriting(attributes)) {
      if (fault('denied-writes-allowed')) return next(request)
      if (request.transport === 'http/2' && fault('http2-denied-served')) return next(request)
      if (fault('denied-writes-done')) await next(request)
    }
    if (error !== undefined && freedom('undecided-errors-answer-500')) throw new ApiError(500, error)
    const what = attributes.resource?.resource ?? request.path
    const why = reason === undefined ? '' : `: ${reason}`
    throw new ApiError(
      403,
      `${what} is forbidden: user ${JSON.stringify(request.user?.username)} cannot ${attributes.verb} it${why}`,
    )
  }
}

/** Reports whether a fault authorizes no request of this sort. */
function isLeftOut({ resource }: Attributes): boolean {
  if (resource === undefined) return fault('paths-not-authorized')
  return resource.subresource === '' ? fault('objects-not-authorized') : fault('subresources-not-authorized')
}
