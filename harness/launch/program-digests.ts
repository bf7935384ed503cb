import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readlink, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Launch } from '../events.ts'
import type { Role } from '../roles.ts'
import { listeningProcess } from './listening.ts'
import { workspaceVariable } from './workspace.ts'

/** The executable, interpreted files and added flags of the program that a start ran. */
export type ProgramDigests = NonNullable<Launch['ran']>

/**
 * Returns the executable of the process that serves, the files that it interprets, and the flags that its command
 * added. `files` is empty if they cannot be determined: in a container, on another host, or as another user.
 * @param command process id of the command that the harness started
 */
export async function digestsOfProgram(
  role: Role,
  command: number,
  addedFlags: readonly string[],
): Promise<ProgramDigests> {
  const pid = listeningProcess(command)
  const files = pid === undefined ? [] : await filesOf(pid).catch(() => [])
  return { role, files, addedFlags: files.length === 0 ? [] : [...addedFlags] }
}

async function filesOf(pid: number): Promise<ProgramDigests['files']> {
  const executable = `/proc/${pid}/exe`
  const name = basename((await readlink(executable)).replace(/ \(deleted\)$/, ''))
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(1)
  // A path after a flag is the value of that flag.
  const scripts = words.filter(
    (word, index) => word.startsWith('/') && !/^-[^=]*$/.test(words[index - 1] ?? ''),
  )
  const files = [{ name, sha256: await digestOf(executable) }]
  for (const script of scripts) {
    const pathInNamespace = `/proc/${pid}/root${script}`
    if ((await stat(pathInNamespace).catch(() => undefined))?.isFile())
      files.push({ name: basename(script), sha256: await digestOf(pathInNamespace) })
  }
  return files
}

const digests = new Map<string, Promise<string>>()

/** Returns the SHA-256 of a file in hexadecimal. An unchanged file is read once per session. */
async function digestOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeMs } = await stat(path)
  const key = [dev, ino, size, mtimeMs].join('-')
  const knownDigest = digests.get(key) ?? sharedDigest(path, key)
  digests.set(key, knownDigest)
  return knownDigest
}

/** Reads the digest that another process of the session stored, because a program has a hundred megabytes. */
async function sharedDigest(path: string, key: string): Promise<string> {
  const workspace = process.env[workspaceVariable]
  if (workspace === undefined) return readDigest(path)
  const file = join(workspace, `digest-${key}`)
  const storedDigest = await readFile(file, 'utf8').catch(() => undefined)
  if (storedDigest !== undefined) return storedDigest
  const digest = await readDigest(path)
  // A reader finds the whole digest, or none.
  const temporaryFile = `${file}-${process.pid}`
  await writeFile(temporaryFile, digest)
    .then(() => rename(temporaryFile, file))
    .catch(() => {})
  return digest
}

const readAtOnceBytes = 1 << 20

async function readDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: readAtOnceBytes }), hash)
  return hash.digest('hex')
}

const reportedKeys = new Set<string>()

/**
 * Returns the digests if this process has not reported equal digests before, and otherwise `undefined`, because a run
 * has thousands of equal starts.
 */
export function withoutRepeats(ran: ProgramDigests): ProgramDigests | undefined {
  const key = JSON.stringify(ran)
  if (reportedKeys.has(key)) return undefined
  reportedKeys.add(key)
  return ran
}
