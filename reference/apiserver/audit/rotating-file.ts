import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { extname } from 'node:path'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { removeOldFiles } from './old-files.ts'

const megabyte = 2 ** 20

/** Log file that is renamed and replaced by a new file once it has reached its maximum size. */
export class RotatingFile {
  readonly #path: string
  readonly #flags: FlagValues
  /** Maximum size in bytes; no limit without the flag. */
  readonly #maxBytes: number | undefined
  #file: number
  #size: number

  /** Throws a Refusal for a file that is not writable. */
  constructor(path: string, flags: FlagValues) {
    this.#path = path
    this.#flags = flags
    const megabytes = flags.number('audit-log-maxsize') ?? 0
    this.#maxBytes = megabytes > 0 ? megabytes * megabyte : undefined
    if (this.#maxBytes !== undefined && fault('audit-log-rotated-at-half')) this.#maxBytes /= 2
    const isEmptied = existsSync(path) && fault('audit-log-emptied-at-start')
    ;[this.#file, this.#size] = openLog(path, isEmptied ? 'w' : 'a')
    removeOldFiles(path, flags)
  }

  /** Appends all bytes of a string. Throws errors of the file system. */
  write(text: string): void {
    const bytes = Buffer.from(text)
    if (this.#isTooSmallFor(bytes.length) && !fault('audit-log-never-rotated')) {
      this.#rotate()
      if (fault('audit-log-rotation-loses-event')) return
    }
    writeSync(this.#file, bytes)
    this.#size += bytes.length
  }

  close(): void {
    closeSync(this.#file)
  }

  #isTooSmallFor(byteCount: number): boolean {
    return this.#maxBytes !== undefined && this.#size > 0 && this.#size + byteCount > this.#maxBytes
  }

  #rotate(): void {
    this.close()
    renameSync(this.#path, rotatedName(this.#path))
    ;[this.#file, this.#size] = openLog(this.#path)
    removeOldFiles(this.#path, this.#flags)
  }
}

/** Returns an unused name that contains the time of the rotation. */
function rotatedName(path: string): string {
  const extension = extname(path)
  const pathStem = path.slice(0, path.length - extension.length)
  for (let atMs = Date.now(); ; atMs++) {
    const stamp = freedom('audit-log-rotated-names-differ')
      ? String(atMs)
      : new Date(atMs).toISOString().replace('Z', '').replaceAll(':', '-')
    const name = `${pathStem}-${stamp}${extension}`
    if (!existsSync(name) && !existsSync(`${name}.gz`)) return name
  }
}

function openLog(path: string, mode: 'a' | 'w' = 'a'): [file: number, size: number] {
  try {
    const file = openSync(path, mode, 0o600)
    return [file, fstatSync(file).size]
  } catch (cause) {
    throw new Refusal(
      `--audit-log-path: ${path} cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
}
