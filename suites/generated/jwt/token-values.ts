import { mappedGroups } from '../../shared/authentication/authenticator.ts'
import type { Expiry, IssuerForm, User, Verdict } from './model.ts'

const hourSeconds = 3_600

/** Returns the values of `exp` at a time in seconds since 1970; `undefined` omits the claim. */
export function timesFrom(nowSeconds: number): Readonly<Record<Expiry, unknown>> {
  return {
    'in an hour': nowSeconds + hourSeconds,
    'an hour ago': nowSeconds - hourSeconds,
    'left out': undefined,
    'as text': String(nowSeconds + hourSeconds),
    null: null,
  }
}

/** Returns the `iss` of a token for an issuer with this URL. */
export function issOf(form: IssuerForm, url: string): unknown {
  switch (form) {
    case 'same':
      return url
    case 'slash at the end':
      return `${url}/`
    case 'upper case':
      return url.toUpperCase()
    case 'cut short':
      return url.slice(0, -1)
    case 'longer':
      return `${url}/zz`
    case 'left out':
      return undefined
    case 'list':
      return [url]
    case 'without scheme':
      return url.replace('https://', '')
    case 'blank before':
      return ` ${url}`
    case 'path left out':
      return new URL(url).origin
    case 'other issuer':
      return 'https://issuer.example'
  }
}

/** Returns the parts of a user that the mappings decide. Omits groups and attributes that servers may add. */
export function comparableUser(user: Partial<User> & Pick<User, 'username'>): User {
  const sortedExtra = Object.entries(user.extra ?? {}).filter(([key]) => /^(x|.*example\.org)\//.test(key))
  return {
    username: user.username,
    uid: user.uid ?? '',
    groups: mappedGroups(user),
    extra: Object.fromEntries(sortedExtra.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Returns a verdict in the form of an observation: a user, `refused`, or `open`. */
export function comparableVerdict(verdict: Verdict): unknown {
  if ('user' in verdict) return { user: comparableUser(verdict.user) }
  return 'open' in verdict ? 'open' : 'refused'
}
