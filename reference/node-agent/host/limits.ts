import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AgentConfiguration } from '../config/configuration.ts'
import type { AgentQuirks } from '../faults.ts'

// As many as most systems permit anyway.
const usualFiles = 1_000_000

/** Sets how late the kernel ends this process, and how many files it may open; what is not permitted stays as it is. */
export function limitItself(config: AgentConfiguration, quirks: AgentQuirks): void {
  const score = config.number('oom-score-adj')
  if (score !== 0 && !quirks.fault('oom-score-ignored')) writeScore(score)
  const files = config.number('max-open-files')
  if (files === usualFiles || quirks.fault('open-files-ignored')) return
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${files}:${files}`], { stdio: 'ignore' })
}

function writeScore(score: number): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', String(score))
  } catch {
    // Less than the own score is for root only.
  }
}
