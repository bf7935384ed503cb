import { execFileSync } from 'node:child_process'

/** Changed files, and the base of the comparison. */
export interface ChangedFiles {
  readonly since: string
  readonly files: readonly string[]
}

/**
 * Returns the files of a repository that differ from its main branch, or, on that branch, from the previous commit:
 * committed, uncommitted and new files. `undefined` without a repository or with a single commit.
 */
export function changedFiles(root: string): ChangedFiles | undefined {
  const git = (...args: string[]): string | undefined => {
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const
      return execFileSync('git', ['-C', root, ...args], {
        encoding: 'utf8',
        stdio: [...stdio],
        maxBuffer: 1 << 26,
      }).trim()
    } catch {
      return undefined
    }
  }
  const headCommit = git('rev-parse', 'HEAD')
  const bases = ['origin/main', 'main'].map((branch) => git('merge-base', branch, 'HEAD'))
  const base =
    bases.find((commit) => commit !== undefined && commit !== headCommit) ??
    git('rev-parse', '--verify', 'HEAD~1')
  if (base === undefined) return undefined
  const changedPaths = git('diff', '--name-only', '--no-renames', base)
  const addedPaths = git('ls-files', '--others', '--exclude-standard')
  if (changedPaths === undefined || addedPaths === undefined) return undefined
  const files = `${changedPaths}\n${addedPaths}`.split('\n').filter((name) => name !== '')
  return { since: base.slice(0, 8), files }
}
