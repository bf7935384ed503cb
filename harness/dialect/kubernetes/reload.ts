import type { Reloads } from '../dialect.ts'

// A reload may not change `anonymous`. If it differs from the initial file, a valid file is rejected with this error
// alone, at once, and without a wait for the issuers in it.
const changedAnonymousPattern = /^\[?anonymous: Forbidden: changed from initial configuration file\]?$/

/** Log lines of kube-apiserver 1.33 to 1.36 about the files that it reads again. */
export const reloads: Reloads = {
  authentication: (line) => {
    if (line.includes('"reloaded authentication config"')) return { isValid: true, error: '' }
    const error = errorIn(line, /"failed to (?:load|validate|update) authentication config" err=(.*)$/)
    return error === undefined ? undefined : { isValid: changedAnonymousPattern.test(error), error }
  },
  authorization: (line) => {
    if (line.includes('"reloaded authz config"')) return { isValid: true, error: '' }
    const error = errorIn(line, /"reloading authorization config" err=(.*)$/)
    return error === undefined ? undefined : { isValid: false, error }
  },
}

/** Returns the error of a log line that a pattern matches. The logger writes it as a JSON string. */
function errorIn(line: string, pattern: RegExp): string | undefined {
  const quotedError = pattern.exec(line)?.[1]
  if (quotedError === undefined) return undefined
  try {
    return String(JSON.parse(quotedError))
  } catch {
    return quotedError
  }
}
