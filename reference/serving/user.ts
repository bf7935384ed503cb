/** Who is asking, as every later decision sees it. */
export interface UserInfo {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Makes a user of a name and whatever else is known. */
export function user(username: string, more: Partial<Omit<UserInfo, 'username'>> = {}): UserInfo {
  return { username, uid: '', groups: [], extra: {}, ...more }
}

/** The user as API objects write it: empty members are left out. */
export function userJson({ username, uid, groups, extra }: UserInfo): Record<string, unknown> {
  return {
    username,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}
