import { authenticationConfiguration } from './configuration.ts'

/** The check that all variants of the anonymous file depend on. */
export const anonymousTwin = 'authn.anonymous.file/accepts-a-file-that-configures-anonymous-only'

/** The paths of the anonymous file's conditions. */
export const openPaths = ['/livez', '/readyz'] as const

/** Returns a file that configures only anonymous access, to some paths. */
export function anonymousFile(): object {
  const conditions = openPaths.map((path) => ({ path }))
  return authenticationConfiguration({ anonymous: { enabled: true, conditions } })
}
