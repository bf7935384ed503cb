import { readFileSync } from 'node:fs'
import { fault } from '../../quirks/quirks.ts'
import { isBootstrapToken } from './bootstrap-tokens.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Authenticated, TokenAuthenticator } from '../api/authenticator.ts'
import { type UserInfo, user } from '../../serving/user.ts'

/** Reads a file of lines `token,user,uid,"group,group"`. Throws a Refusal for a missing file or a short line. */
export function staticTokens(file: string): TokenAuthenticator {
  const users = new Map<string, UserInfo>()
  for (const [index, line] of readLines(file).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [token = '', name = '', uid, groups = ''] = columns(line)
    if (uid === undefined) throw new Refusal(`${file}: line ${index + 1} has fewer than three columns`)
    const groupNames = groups.split(',').filter((group) => group !== '')
    users.set(token, user(name, { uid, groups: groupNames }))
  }
  return {
    async authenticateToken(token) {
      const knownUser = users.get(token)
      if (knownUser === undefined) return userOfSimilarToken(token, users)
      if (isBootstrapToken(token) && fault('static-token-of-bootstrap-form-ignored')) return undefined
      const isFirstToken = users.keys().next().value === token
      if (!isFirstToken && fault('static-tokens-first-line-only')) return undefined
      return fault('static-tokens-ignored') ? undefined : { user: knownUser }
    },
  }
}

/** Returns the user that a fault authenticates for a token that is not in the file. */
function userOfSimilarToken(token: string, users: ReadonlyMap<string, UserInfo>): Authenticated | undefined {
  const lowerCaseToken = token.toLowerCase()
  for (const [knownToken, user] of users) {
    if (token !== '' && knownToken.startsWith(token) && fault('static-token-prefix-accepted')) return { user }
    if (knownToken !== '' && token.startsWith(knownToken) && fault('static-token-suffix-accepted'))
      return { user }
    if (knownToken.toLowerCase() === lowerCaseToken && fault('static-token-case-ignored')) return { user }
    const [firstPart] = knownToken.split('.')
    const isFirstPartMatch = firstPart !== knownToken && token.startsWith(`${firstPart}.`)
    if (isFirstPartMatch && fault('static-token-compared-up-to-dot')) return { user }
    if (user.username === token && fault('static-user-name-is-token')) return { user }
  }
  const [firstUser] = users.values()
  return firstUser !== undefined && fault('any-static-token-accepted') ? { user: firstUser } : undefined
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (cause) {
    throw new Refusal(`--token-auth-file: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
}

/** Returns the fields of a CSV line: bare, or quoted with doubled quotes inside. */
function columns(line: string): string[] {
  return [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? (bare ?? '').trim(),
  )
}
