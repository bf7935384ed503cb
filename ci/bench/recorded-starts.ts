import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { quoted } from '#harness/shell.ts'

/** A start of the implementation that a run made. */
export interface RecordedStart {
  readonly args: readonly string[]
  /**
   * Original directory of the files of the start. They are restored there, because arguments and files refer to them by
   * path.
   */
  readonly cwd: string
  /** Directory of the copies. */
  readonly files: string
}

/**
 * Writes a program that records its arguments and files, and then executes the implementation.
 * @param directory where the program and its records are written
 * @param command the command of the implementation
 */
export function writeRecorder(directory: string, command: readonly string[]): string {
  const path = join(directory, 'recorder.sh')
  writeFileSync(
    path,
    `#!/bin/sh
case "$PWD" in */orch-conformance-*/*)
  kept=${quoted(directory)}/start-$$-$(date +%N)
  mkdir "$kept" && cp -R "$PWD" "$kept/files" && printf '%s' "$PWD" > "$kept/cwd"
  for argument; do printf '%s\\0' "$argument"; done > "$kept/args"
  for shared in "$PWD"/../${sharedPrefix}*; do
    [ -d "$shared" ] && [ ! -e ${quoted(directory)}/"\${shared##*/}" ] && cp -R "$shared" ${quoted(directory)}
  done
esac
exec ${command.map(quoted).join(' ')} "$@"
`,
    { mode: 0o755 },
  )
  return path
}

// Beginning of the names of files that all servers of a worker share. These files are next to the directories of the
// servers.
const sharedPrefix = 'credentials-'

/** Returns the starts that a recorder wrote. */
export function readRecordedStarts(directory: string): RecordedStart[] {
  const startFolders = readdirSync(directory).filter((name) => name.startsWith('start-'))
  return startFolders.map((name) => {
    const readText = (file: string): string => readFileSync(join(directory, name, file), 'utf8')
    return {
      args: readText('args').split('\0').slice(0, -1),
      cwd: readText('cwd'),
      files: join(directory, name, 'files'),
    }
  })
}

/** Restores the files of a start in their original directory. Returns a function that removes them. */
export function restoreFiles({ cwd, files }: RecordedStart, directory: string): () => void {
  const runDirectory = dirname(cwd)
  mkdirSync(runDirectory, { recursive: true })
  for (const name of readdirSync(directory)) {
    if (name.startsWith(sharedPrefix) && !existsSync(join(runDirectory, name)))
      cpSync(join(directory, name), join(runDirectory, name), { recursive: true })
  }
  cpSync(files, join(runDirectory, basename(cwd)), { recursive: true })
  return () => rmSync(cwd, { recursive: true, force: true })
}
