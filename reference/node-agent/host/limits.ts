import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'

// Default limit of open files on most systems.
const defaultMaxFiles = 1_000_000

/** Sets the OOM score of this process and its limit of open files. A change that is not permitted is skipped. */
export function applyOwnLimits(config: AgentConfiguration): void {
  const score = config.number('oom-score-adj')
  if (score !== 0 && !fault('oom-score-ignored')) writeScore(score)
  const maxFiles = config.number('max-open-files')
  if (maxFiles === defaultMaxFiles || fault('open-files-ignored')) return
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${maxFiles}:${maxFiles}`], { stdio: 'ignore' })
}

function writeScore(score: number): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(score))
  } catch {
    // Only root may lower the score.
  }
}
