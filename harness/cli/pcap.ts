import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { keysOf, requireCapture } from '../repro/capture.ts'
import { shownPath } from '../repro/manual-start.ts'
import { quoted } from '../shell.ts'
import type { ReproOptions } from './repro-run.ts'

/**
 * Returns the file that `--pcap` names, as an option of a bench.
 * @throws HarnessError `usage` for options that exclude it, `config-fault` if this machine cannot record packets
 */
export function captureOption({ pcap, attach, keep }: Pick<ReproOptions, 'pcap' | 'attach' | 'keep'>): {
  readonly capture?: string
} {
  if (pcap === undefined) return {}
  if (attach === true || keep === true)
    throw new HarnessError(
      'usage',
      '--pcap runs the program and its peers in a separate network, which you cannot reach with --attach or --keep. Give one of them.',
    )
  const capture = resolve(pcap)
  if (!existsSync(dirname(capture)))
    throw new HarnessError(
      'config-fault',
      `--pcap ${pcap}: the directory ${dirname(capture)} does not exist.`,
    )
  requireCapture()
  // A check that fails before it records must not leave the file of an earlier run.
  for (const file of [capture, keysOf(capture)]) rmSync(file, { force: true })
  return { capture }
}

/** Returns a line that shows how to open a recorded file; empty if there is no such file. */
export function captureText({ pcap }: Pick<ReproOptions, 'pcap'>): string {
  if (pcap === undefined || !existsSync(pcap)) return ''
  const [file, keys] = [pcap, keysOf(pcap)].map((path) => quoted(shownPath(resolve(path))))
  return `  Packets   wireshark -o tls.keylog_file:${keys} ${file}\n`
}
