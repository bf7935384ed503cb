import { authenticationConfiguration } from './configuration.ts'

/** Control check of the variants of the anonymous file. */
export const anonymousTwin = 'authn.anonymous.file/accepts-a-file-that-configures-anonymous-only'

/** The paths of the anonymous file's conditions. */
export const openPaths = ['/livez', '/readyz'] as const

/** Returns a file that configures only anonymous access, to some paths. */
export function anonymousFile(): object {
  const conditions = openPaths.map((path) => ({ path }))
  return authenticationConfiguration({ anonymous: { enabled: true, conditions } })
}
