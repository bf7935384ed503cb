import { AuthenticationError, type Authenticator } from '../api/authenticator.ts'
import { bearerToken } from '../authentication/tokens.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { user, type UserInfo } from '../../serving/user.ts'
import { attributesOf, isWriteRequest } from '../api/attributes.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest, Step } from '../../serving/request.ts'

/**
 * Authenticates a request. Responds with 401, or 403 as a freedom, if credentials are invalid, or missing but required.
 */
export function authenticate(authenticator: Authenticator, report: (problem: string) => void): Step {
  const unauthorized = () =>
    new ApiError(
      freedom('credentials-refused-with-403') ? 403 : 401,
      freedom('status-texts-differ') ? 'who are you?' : 'Unauthorized',
    )
  const keptUsers = new Map<number, UserInfo>()
  const keptUserOf = ({ transport, connectedAtMs }: ServerRequest): UserInfo | undefined => {
    const keptUser = transport === 'http/2' ? keptUsers.get(connectedAtMs) : undefined
    return keptUser !== undefined && fault('http2-user-of-connection-kept') ? keptUser : undefined
  }
  return async (request, next) => {
    try {
      const result = await authenticator.authenticate(
        isHttp2Review(request) && fault('http2-reviews-without-certificate')
          ? { ...credentialsOf(request), certificate: undefined }
          : writesInNamespace(request) && fault('writes-by-certificate-alone')
            ? { ...credentialsOf(request), token: undefined, headers: {}, headerLines: [] }
            : credentialsOf(request),
      )
      const keptUser = result === undefined ? keptUserOf(request) : undefined
      if (keptUser !== undefined) return await next({ ...request, user: keptUser })
      if (result === undefined) {
        const isAcceptedByFault =
          (writesInNamespace(request) && fault('writes-without-credentials-done')) ||
          (isHttp2Review(request) && fault('http2-reviews-of-any-caller'))
        if (!isAcceptedByFault) throw unauthorized()
        return await next(asAdministrator(request))
      }
      keptUsers.set(request.connectedAtMs, result.user)
      return await next({ ...request, user: result.user })
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      report(`authentication: ${error.message}`)
      const keptUser = keptUserOf(request)
      if (keptUser !== undefined) return next({ ...request, user: keptUser })
      if (writesInNamespace(request) && fault('writes-with-any-token-done'))
        return next(asAdministrator(request))
      if (isHttp2Review(request) && fault('http2-reviews-of-any-caller'))
        return next(asAdministrator(request))
      throw unauthorized()
    }
  }
}

/** Reports whether a request writes in a namespace. Only faults use it. */
function writesInNamespace(request: ServerRequest): boolean {
  const attributes = attributesOf(request)
  return isWriteRequest(attributes) && attributes.resource?.namespace !== ''
}

/** Reports whether a request over HTTP/2 queries the identity of its caller. Only faults use it. */
function isHttp2Review({ transport, path }: ServerRequest): boolean {
  return transport === 'http/2' && path.endsWith('/selfsubjectreviews')
}

function asAdministrator(request: ServerRequest): ServerRequest {
  return { ...request, user: user('unknown', { groups: ['system:masters'] }) }
}

function credentialsOf({ method, path, target, headers, headerLines, certificate }: ServerRequest) {
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
