import { authenticationConfiguration } from './configuration.ts'

/** The check that every variant of the anonymous file counts on. */
export const anonymousTwin = 'authn.anonymous.file/accepts-a-file-that-configures-anonymous-only'

/** The paths of the anonymous file's conditions. */
export const openPaths = ['/livez', '/readyz'] as const

/** A file that configures nothing but anonymous access, to some paths. */
export function anonymousFile(): object {
  const conditions = openPaths.map((path) => ({ path }))
  return authenticationConfiguration({ anonymous: { enabled: true, conditions } })
}
