import { fault } from '../../quirks/quirks.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { ObjectReader } from '../objects/reader.ts'
import { AuthenticationError, type TokenAuthenticator } from '../api/authenticator.ts'
import { user } from '../../serving/user.ts'

const type = 'bootstrap.orch.io/token'
const namespace = 'orch-system'
const tokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
/** Longer form that only a fault accepts as a token. */
const longTokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})[a-z0-9]+$/

/** Reports whether a token has the form `<id>.<secret>`. */
export function isBootstrapToken(token: string): boolean {
  return tokenPattern.test(token) || longTokenPattern.test(token)
}

/** Authenticates tokens `<id>.<secret>` by the secrets that contain them. */
export function bootstrapTokens(objects: ObjectReader): TokenAuthenticator {
  return {
    async authenticateToken(token) {
      const isLonger = longTokenPattern.test(token) && fault('bootstrap-token-suffix-accepted')
      const [, id, secret] = (isLonger ? longTokenPattern : tokenPattern).exec(token) ?? []
      if (id === undefined || secret === undefined) return undefined
      const stored = await find(id, objects)
      if (stored === undefined) return undefined
      if (valueOf(stored, 'token-secret') !== secret && !fault('bootstrap-token-secret-not-compared')) {
        throw new AuthenticationError(`bootstrap token ${id}: wrong secret`)
      }
      const problem = unusable(stored)
      if (problem !== undefined) throw new AuthenticationError(`bootstrap token ${id}: ${problem}`)
      const more = (valueOf(stored, 'auth-extra-groups') ?? '').split(',').filter((group) => group !== '')
      return { user: user(`system:bootstrap:${id}`, { groups: ['system:bootstrappers', ...more] }) }
    },
  }
}

/** Returns the secret of an id, which must have the right type and namespace. */
async function find(id: string, objects: ObjectReader): Promise<Json | undefined> {
  const holdsId = (secret: Json) => valueOf(secret, 'token-id') === id
  const inPlace = (await objects.list('secrets', namespace)).filter(holdsId)
  const found = inPlace.find((secret) => secret['type'] === type)
  if (found !== undefined) return found
  if (inPlace[0] !== undefined && fault('bootstrap-secret-type-unchecked')) return inPlace[0]
  const otherPlace = await objects.list('secrets', '')
  const other = otherPlace.find((secret) => secret['type'] === type && holdsId(secret))
  return other !== undefined && fault('bootstrap-secret-namespace-unchecked') ? other : undefined
}

/** Returns the reason why a secret may not be used; undefined if it may. */
function unusable(secret: Json): string | undefined {
  if (valueOf(secret, 'usage-bootstrap-authentication') !== 'true') return 'not for authentication'
  const expiration = valueOf(secret, 'expiration')
  if (expiration === undefined) return undefined
  return Date.parse(expiration) > Date.now() ? undefined : 'expired'
}

/** Returns a value of a secret: base64 in `data`, plain in `stringData`. */
function valueOf(secret: Json, name: string): string | undefined {
  const plain = member(secret, 'stringData')[name]
  if (typeof plain === 'string') return plain
  const encoded = member(secret, 'data')[name]
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}
