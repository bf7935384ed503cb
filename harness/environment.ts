import { HarnessError, messageOf } from './errors.ts'

// Messages for system errors that the machine causes, and not the harness, with the next step.
const systemErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device; free some, or choose another path',
  EDQUOT: 'the quota is used up; free some space, or choose another path',
  EROFS: 'the file system is read-only; choose another path',
  EACCES: 'permission denied; change the permissions, or choose another path',
  EPERM: 'permission denied; change the permissions, or choose another path',
  EMFILE: 'too many files are open; raise the limit (ulimit -n), or give a lower --jobs',
  ENFILE: 'too many files are open on this machine; close some, or give a lower --jobs',
  ENOMEM: 'there is not enough memory; free some, or give a lower --jobs',
  EIO: 'the device failed; choose another path',
}

/** Returns a `config-fault` for an error that the machine caused, in one line with the path and the next step. */
export function environmentFault(thrown: unknown, attemptText?: string): HarnessError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof HarnessError) continue
    const { code = '', path, syscall = 'use' } = error as NodeJS.ErrnoException
    const fault = systemErrors[code]
    if (fault === undefined) continue
    const prefix = attemptText ?? `Could not ${syscall} ${path === undefined ? 'a file' : shortenPath(path)}`
    return new HarnessError('config-fault', `${prefix}: ${fault} (${code}).`, { cause: thrown })
  }
  return undefined
}

/** Returns a `config-fault` for an error that the machine caused, and any other error unchanged. */
export function toEnvironmentFault(thrown: unknown, attemptText?: string): unknown {
  return environmentFault(thrown, attemptText) ?? thrown
}

const maxPathLength = 200

/** Returns a path as shown in messages, without the middle of a long path. */
export function shortenPath(path: string): string {
  return path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}… (${path.length} characters)`
}

/** Returns the first line of the message of `thrown`, for users. */
export function lineOf(thrown: unknown): string {
  return messageOf(thrown).split('\n')[0] ?? ''
}
