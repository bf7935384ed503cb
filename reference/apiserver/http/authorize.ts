import type { Authorizer } from '../authorization/authorizer.ts'
import { ApiError } from './api-error.ts'
import type { Ask, Step } from './ask.ts'
import { attributesOf } from './attributes.ts'
import { isHealthPath } from './health.ts'

/** Asks whether the user may do it; answers 403 when nobody allows it. Health is everybody's who is somebody. */
export function authorize(authorizer: Authorizer): Step {
  return async (ask, next) => {
    if (isHealthPath(ask.path) && isNamed(ask)) return next(ask)
    const attributes = attributesOf(ask)
    const { verdict, reason } = await authorizer.decide(attributes)
    if (verdict === 'allow') return next(ask)
    const what = attributes.resource?.resource ?? ask.path
    const why = reason === undefined ? '' : `: ${reason}`
    throw new ApiError(
      403,
      `${what} is forbidden: user ${JSON.stringify(ask.user?.username)} cannot ${attributes.verb} it${why}`,
    )
  }
}

function isNamed({ user }: Ask): boolean {
  return user !== undefined && !user.groups.includes('system:unauthenticated')
}
