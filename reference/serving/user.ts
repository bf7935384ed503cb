/** Sender of a request, as authorization, admission and audit use it. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Creates a user from a name and other known attributes. */
export function user(username: string, details: Partial<Omit<UserInfo, 'username'>> = {}): UserInfo {
  return { username, uid: '', groups: [], extra: {}, ...details }
}

/** Returns the user in the format of API objects, without empty members. */
export function userToJson({ username, uid, groups, extra }: UserInfo): Record<string, unknown> {
  return {
    username,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}
