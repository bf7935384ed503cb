import { fault } from '../../quirks/quirks.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { ObjectReader } from '../objects/reader.ts'
import { AuthenticationError, type TokenAuthenticator } from '../api/authenticator.ts'
import { user, type UserInfo } from '../../serving/user.ts'

const secretType = 'bootstrap.orch.io/token'
const namespace = 'orch-system'
const tokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
/** Longer form of a token, which only a fault accepts. */
const longTokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})[a-z0-9]+$/

/** Reports whether a token has the form `<id>.<secret>`. */
export function isBootstrapToken(token: string): boolean {
  return tokenPattern.test(token) || longTokenPattern.test(token)
}

/** Authenticates tokens `<id>.<secret>` by the secrets that contain them. */
export function bootstrapTokens(objects: ObjectReader): TokenAuthenticator {
  const rememberedUsers = new Map<string, UserInfo>()
  return {
    async authenticateToken(token) {
      const remembered = rememberedUsers.get(token)
      if (remembered !== undefined && fault('bootstrap-tokens-remembered')) return { user: remembered }
      const isLongToken = longTokenPattern.test(token) && fault('bootstrap-token-suffix-accepted')
      const [, id, secret] = (isLongToken ? longTokenPattern : tokenPattern).exec(token) ?? []
      if (id === undefined || secret === undefined) return undefined
      const tokenSecret = await findSecret(id, objects)
      if (tokenSecret === undefined) return undefined
      if (
        secretValue(tokenSecret, 'token-secret') !== secret &&
        !fault('bootstrap-token-secret-not-compared')
      ) {
        throw new AuthenticationError(`bootstrap token ${id}: wrong secret`)
      }
      const problem = reasonUnusable(tokenSecret)
      if (problem !== undefined) throw new AuthenticationError(`bootstrap token ${id}: ${problem}`)
      const extraGroups = (secretValue(tokenSecret, 'auth-extra-groups') ?? '')
        .split(',')
        .filter((group) => group !== '')
      const bootstrapUser = user(`system:bootstrap:${id}`, {
        groups: ['system:bootstrappers', ...extraGroups],
      })
      rememberedUsers.set(token, bootstrapUser)
      return { user: bootstrapUser }
    },
  }
}

/** Returns the secret of an id, which must have the right type and namespace. */
async function findSecret(id: string, objects: ObjectReader): Promise<Json | undefined> {
  const hasTokenId = (secret: Json) => secretValue(secret, 'token-id') === id
  const localSecrets = (await objects.list('secrets', namespace)).filter(hasTokenId)
  const tokenSecret = localSecrets.find((secret) => secret['type'] === secretType)
  if (tokenSecret !== undefined) return tokenSecret
  if (localSecrets[0] !== undefined && fault('bootstrap-secret-type-unchecked')) return localSecrets[0]
  const allSecrets = await objects.list('secrets', '')
  const misplacedSecret = allSecrets.find((secret) => secret['type'] === secretType && hasTokenId(secret))
  return misplacedSecret !== undefined && fault('bootstrap-secret-namespace-unchecked')
    ? misplacedSecret
    : undefined
}

/** Returns the reason why a secret may not be used; undefined if it may. */
function reasonUnusable(secret: Json): string | undefined {
  if (secretValue(secret, 'usage-bootstrap-authentication') !== 'true') return 'not for authentication'
  const expiration = secretValue(secret, 'expiration')
  if (expiration === undefined) return undefined
  return Date.parse(expiration) > Date.now() ? undefined : 'expired'
}

/** Returns a value of a secret: base64 in `data`, plain in `stringData`. */
function secretValue(secret: Json, name: string): string | undefined {
  const plainValue = member(secret, 'stringData')[name]
  if (typeof plainValue === 'string') return plainValue
  const encodedValue = member(secret, 'data')[name]
  return typeof encodedValue === 'string' ? Buffer.from(encodedValue, 'base64').toString('utf8') : undefined
}
