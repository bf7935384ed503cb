import { AuthenticationError, type TokenAuthenticator } from '../api/authenticator.ts'
import { authenticateToken } from '../authentication/tokens.ts'
import { user, userToJson } from '../../serving/user.ts'
import { jsonBody, member } from '../../serving/json-body.ts'
import { type Route, route } from '../../serving/router.ts'

const group = 'authentication.orch.io'

/** Returns the endpoints that report the identity of the caller and of a token. */
export function reviewRoutes(
  tokens: readonly TokenAuthenticator[],
  apiAudiences: readonly string[],
): readonly Route[] {
  const versions = ['v1', 'v1beta1']
  return versions.flatMap((version) => [
    route('POST', `/apis/${group}/${version}/selfsubjectreviews`, async (request) => ({
      status: 201,
      body: {
        kind: 'SelfSubjectReview',
        apiVersion: `${group}/${version}`,
        metadata: { creationTimestamp: new Date().toISOString() },
        status: { userInfo: userToJson(request.user ?? user('')) },
      },
    })),
    route('POST', `/apis/${group}/${version}/tokenreviews`, async (request) => {
      const spec = member(await jsonBody(request), 'spec')
      const { token, audiences } = spec
      const requestedAudiences = Array.isArray(audiences) ? audiences.map(String) : []
      return {
        status: 201,
        body: {
          kind: 'TokenReview',
          apiVersion: `${group}/${version}`,
          metadata: {},
          spec,
          status: await review(
            typeof token === 'string' ? token : '',
            requestedAudiences,
            tokens,
            apiAudiences,
          ),
        },
      }
    }),
  ])
}

async function review(
  token: string,
  wantedAudiences: readonly string[],
  tokens: readonly TokenAuthenticator[],
  apiAudiences: readonly string[],
): Promise<object> {
  try {
    const result = await authenticateToken(
      token,
      tokens,
      wantedAudiences.length === 0 ? undefined : wantedAudiences,
    )
    // A token without audiences is valid for the API itself.
    const audiences = result.audiences ?? apiAudiences
    const commonAudiences =
      wantedAudiences.length === 0
        ? audiences
        : audiences.filter((audience) => wantedAudiences.includes(audience))
    if (wantedAudiences.length > 0 && commonAudiences.length === 0) {
      throw new AuthenticationError(
        `token is for ${JSON.stringify(audiences)}, not for ${JSON.stringify(wantedAudiences)}`,
      )
    }
    return {
      authenticated: true,
      user: userToJson(result.user),
      ...(commonAudiences.length === 0 ? {} : { audiences: commonAudiences }),
    }
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error
    return { authenticated: false, user: {}, error: error.message }
  }
}
