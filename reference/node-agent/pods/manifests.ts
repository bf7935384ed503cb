import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isMapping } from '../../config/decode.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Pod, podOf, type PodSource } from './pod.ts'

/** Files that once contained no pod, and the first inode of each path. Only faults use them. */
const brokenManifest = new Set<string>()
const inodes = new Map<string, number>()

/** Returns the pods of manifest files. A file without a pod is reported and skipped. */
export function podsIn(files: readonly string[], node: string, log: (line: string) => void): Pod[] {
  const pods: Pod[] = []
  for (const file of files) {
    if (brokenManifest.has(file) && fault('bad-files-not-read-again')) continue
    const { ino } = lstatSync(file, { throwIfNoEntry: false }) ?? { ino: 0 }
    const firstInode = inodes.get(file) ?? ino
    inodes.set(file, firstInode)
    if (firstInode !== ino && fault('files-renamed-over-not-seen')) continue
    try {
      const origin = fault('files-rewritten-restarted') ? `${file} ${statSync(file).mtimeMs}` : file
      const text = readFileSync(file, 'utf8')
      const value: unknown = isOnlyJson(text, 'yaml-of-files-not-parsed') ? JSON.parse(text) : parse(text)
      pods.push(manifestPod(value, 'file', origin, node))
    } catch (error) {
      log(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      brokenManifest.add(file)
      if (fault('bad-manifest-stops-all')) return []
    }
  }
  return pods
}

/** Returns the pods of a YAML or JSON document: one pod or a list. Throws an error if it contains no pod. */
export function podsOf(text: string, source: PodSource, origin: string, node: string): Pod[] {
  const value: unknown = isOnlyJson(text, 'yaml-of-url-not-parsed') ? JSON.parse(text) : parse(text)
  const isList = isMapping(value) && Array.isArray(value['items'])
  const items = isList ? (value['items'] as unknown[]) : fault('single-pods-of-url-not-run') ? [] : [value]
  return items.map((item) => manifestPod(item, source, origin, node))
}

/** Reports whether a text must be JSON. Only faults parse no YAML. */
function isOnlyJson(text: string, name: 'yaml-of-url-not-parsed' | 'yaml-of-files-not-parsed'): boolean {
  return !text.trimStart().startsWith('{') && fault(name)
}

function manifestPod(value: unknown, source: PodSource, origin: string, node: string): Pod {
  return podOf(value, source, ({ name, uid }) => ({
    name: `${String(name)}-${node}`,
    uid: typeof uid === 'string' ? uid : hashOf(`${node}\0${origin}\0${JSON.stringify(value)}`),
  }))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns the manifest file of a path, or all files if the path is a directory. */
export function filesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (!stats.isDirectory()) return fault('single-manifest-ignored') ? [] : [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .filter(({ name }) => !name.startsWith('.') || isDotFileRun(join(path, name)))
    .map(({ name }) => join(path, name))
}

/** Reports whether a dot file is run. Only faults run one, always or if it came after the start. */
function isDotFileRun(file: string): boolean {
  const createdMs = statSync(file, { throwIfNoEntry: false })?.birthtimeMs ?? 0
  const isLater = createdMs > performance.timeOrigin
  return fault('dot-files-run') || (isLater && fault('later-dot-files-run'))
}
