import { AuthenticationError, type Authenticator } from '../api/authenticator.ts'
import { bearerToken } from '../authentication/tokens.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { user } from '../../serving/user.ts'
import { attributesOf, isWriting } from '../api/attributes.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Ask, Step } from '../../serving/request.ts'

/**
 * Authenticates a request. Responds with 401, or 403 as a freedom, if credentials are invalid, or missing but required.
 */
export function authenticate(authenticator: Authenticator, report: (problem: string) => void): Step {
  const unauthorized = () =>
    new ApiError(
      freedom('credentials-refused-with-403') ? 403 : 401,
      freedom('status-texts-differ') ? 'who are you?' : 'Unauthorized',
    )
  return async (ask, next) => {
    try {
      const authenticated = await authenticator.authenticate(
        isHttp2Review(ask) && fault('http2-reviews-without-certificate')
          ? { ...presented(ask), certificate: undefined }
          : isWritten(ask) && fault('writes-by-certificate-alone')
            ? { ...presented(ask), token: undefined, headers: {}, headerLines: [] }
            : presented(ask),
      )
      if (authenticated === undefined) {
        const isPardoned =
          (isWritten(ask) && fault('writes-without-credentials-done')) ||
          (isHttp2Review(ask) && fault('http2-reviews-of-any-caller'))
        if (!isPardoned) throw unauthorized()
        return await next(asAdministrator(ask))
      }
      return await next({ ...ask, user: authenticated.user })
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      report(`authentication: ${error.message}`)
      if (isWritten(ask) && fault('writes-with-any-token-done')) return next(asAdministrator(ask))
      if (isHttp2Review(ask) && fault('http2-reviews-of-any-caller')) return next(asAdministrator(ask))
      throw unauthorized()
    }
  }
}

/** Reports whether a request writes in a namespace. Only faults use it. */
function isWritten(ask: Ask): boolean {
  const asked = attributesOf(ask)
  return isWriting(asked) && asked.resource?.namespace !== ''
}

/** Reports whether a caller wants to know over HTTP/2 who it is. Only faults use it. */
function isHttp2Review({ transport, path }: Ask): boolean {
  return transport === 'http/2' && path.endsWith('/selfsubjectreviews')
}

function asAdministrator(ask: Ask): Ask {
  return { ...ask, user: user('unknown', { groups: ['system:masters'] }) }
}

function presented({ method, path, target, headers, headerLines, certificate }: Ask) {
  const { authorization } = headers
  return {
    method,
    path,
    target,
    headers,
    headerLines,
    certificate,
    token: bearerToken(typeof authorization === 'string' ? authorization : authorization?.[0]),
  }
}
