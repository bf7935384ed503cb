import { sharedServer } from '../../../shared/api-server.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { file, type Flags } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'

export const server = sharedServer(async () => ({
  flags: { ...tokenFileFlags, ...(await clientAuthorityFlags()) },
}))

export const secondAuthority = createAuthority('second')
export const lastAuthority = createAuthority('last')

/** Returns the flags of a server that trusts three authorities for clients. */
export async function clientAuthorityFlags(): Promise<Flags> {
  const { authority } = await credentials(targetDialect())
  const authorities = [authority, await secondAuthority, await lastAuthority]
  const bundle = authorities.map(({ certificate }) => certificate).join('\n')
  return { '--client-ca-file': file('client-ca.crt', bundle, { verbatim: true }) }
}

export const tokens = (content: string) => file('tokens.csv', content, { verbatim: true })

/** Flags of a server with a token file. */
export const tokenFileFlags: Flags = {
  '--token-auth-file': tokens('first-token,alice,uid-1\nsecond-token,bob,uid-2,"crew,cooks"\n'),
  '--anonymous-auth': false,
}
