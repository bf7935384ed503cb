/** Changed lines next to each other. */
export interface Hunk {
  /** Lines of the old file that are gone or differ, by their numbers. */
  readonly removed: ReadonlyMap<number, string>
  /** New lines, each with the number of the old line before it; 0 for the beginning of the file. */
  readonly added: readonly { readonly after: number; readonly text: string }[]
}

/** A changed file. */
export interface ChangedFile {
  /** Path before the change; undefined for a new file. */
  readonly before: string | undefined
  /** Path after the change; undefined for a removed file. */
  readonly after: string | undefined
  readonly hunks: readonly Hunk[]
}

const nowhere = '/dev/null'

/**
 * Returns the changed files of a unified diff, as git and diff write it; `undefined` for a text that is no diff. Text
 * around the files, such as the message of a commit, is ignored. A file that is only renamed or is binary is not
 * listed.
 */
export function changesIn(diff: string): ChangedFile[] | undefined {
  const lines = diff.split(/\r?\n/)
  const files: ChangedFile[] = []
  const isGit = /^diff --git /m.test(diff)
  let isDiff = diff.trim() === ''
  for (let at = 0; at < lines.length; at++) {
    isDiff ||= /^(?:diff --git |Only in |Binary files )/.test(lines[at] ?? '')
    const [, before] = /^--- (.+)$/.exec(lines[at] ?? '') ?? []
    const [, after] = /^\+\+\+ (.+)$/.exec(lines[at + 1] ?? '') ?? []
    if (before === undefined || after === undefined) continue
    const hunks: Hunk[] = []
    for (at += 2; ; ) {
      const hunk = hunkAt(lines, at)
      if (hunk === undefined) break
      hunks.push(hunk.hunk)
      at = hunk.end
    }
    at -= 1
    if (hunks.length > 0) files.push({ ...pathsOf(before, after, isGit), hunks })
  }
  return isDiff || files.length > 0 ? files : undefined
}

/**
 * Returns the hunk that begins at a line, with the index of the line after it; `undefined` if no hunk begins at this
 * line.
 */
function hunkAt(lines: readonly string[], at: number): { hunk: Hunk; end: number } | undefined {
  const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at] ?? '')
  if (header === null) return undefined
  let [oldLeft, newLeft] = [Number(header[2] ?? 1), Number(header[3] ?? 1)]
  // The number of a hunk without old lines is the number of the line before it.
  const first = Number(header[1]) + (oldLeft === 0 ? 1 : 0)
  let end = at + 1
  for (; end < lines.length && (oldLeft > 0 || newLeft > 0); end++) {
    const text = lines[end] ?? ''
    if (text.startsWith('\\')) continue
    if (!text.startsWith('+')) oldLeft--
    if (!text.startsWith('-')) newLeft--
  }
  const hunk = hunkOf(first, lines.slice(at + 1, end))
  if (lines[end]?.startsWith('\\')) end++
  return { hunk, end }
}

/**
 * Returns a hunk of a unified diff.
 * @param first number of the first old line of the hunk
 * @param lines the lines of the hunk, each with its sign; notes about a missing end of line are ignored
 */
export function hunkOf(first: number, lines: readonly string[]): Hunk {
  let line = first
  const removed = new Map<number, string>()
  const added: { after: number; text: string }[] = []
  for (const text of lines) {
    if (text.startsWith('-')) removed.set(line++, text.slice(1))
    else if (text.startsWith('+')) added.push({ after: line - 1, text: text.slice(1) })
    else if (!text.startsWith('\\')) line++
  }
  return { removed, added }
}

/** Returns both paths of a file. `diff -r` names the folders that it compares, which no build knows. */
function pathsOf(before: string, after: string, isGit: boolean): Pick<ChangedFile, 'before' | 'after'> {
  const [oldPath, newPath] = [pathOf(before), pathOf(after)]
  if (isGit || oldPath === undefined || newPath === undefined || oldPath === newPath)
    return { before: oldPath, after: newPath }
  const [oldParts, parts] = [oldPath.split('/').toReversed(), newPath.split('/').toReversed()]
  const differs = oldParts.findIndex((part, index) => part !== parts[index])
  const commonParts = differs === -1 ? oldParts : parts.slice(0, differs)
  const commonPath = commonParts.toReversed().join('/') || undefined
  return { before: commonPath ?? oldPath, after: commonPath ?? newPath }
}

/** Returns a path of a header without its time and quotes, and without the letter that git puts before it. */
function pathOf(text: string): string | undefined {
  const [name = ''] = text.split('\t')
  const unquoted = /^".*"$/.test(name) ? name.slice(1, -1) : name
  return unquoted === nowhere ? undefined : unquoted.replace(/^(?:[abciwo]\/|\.\/)/, '')
}
