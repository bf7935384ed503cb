import { defaultInvocation } from '../repro/command.ts'
import { existsSync } from 'node:fs'
import { guardedDirectory } from '../reaper/guarded-directory.ts'
import { join, resolve } from 'node:path'
import { evidenceFolder } from '../catalogue.ts'
import type { HttpAnswer } from '../client/https.ts'
import type { CheckEvent } from '../events.ts'
import { readJson } from '../input/json.ts'
import { flagOf } from '../flag-values.ts'
import { cutDocument, isMapping } from '../repro/cuts.ts'
import type { Cut } from '../target/reproduction.ts'
import { fingerprintOf, evidenceOf } from '../repro/fingerprint.ts'
import { isRepro, readRepro, type ReproFile, writeRepro } from '../repro/folder.ts'
import { filesOf, listsIn, startsOf } from '../repro/relevance.ts'
import type { NumberedRequest } from '../repro/sequence.ts'
import { Budget, findNeeded } from '../repro/shrinker.ts'
import { Bench, resultIn } from '../run/bench.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { interrupts } from '../interrupts.ts'
import { reproCommand } from './repro.ts'
import { type ReproOptions, type ReproScope, reproductionOf, targetOfFolder } from './repro-run.ts'

/** Command-line options of `shrink`. */
export interface ShrinkOptions extends ReproOptions {
  /** Maximum number of runs of the check. */
  readonly tries: number
}

const minReadyMs = 2_000
const readyFactor = 4

interface ShrinkState {
  readonly folder: string
  readonly repro: ReproFile
  readonly budget: Budget
  readonly judge: (cuts: readonly Cut[], standIns: ReproFile['standIns']) => Promise<CheckEvent>
}

/** Removes the parts of a check's configuration, flags and requests that its verdict does not need. */
export async function shrinkCommand(
  checkOrFolder: string,
  options: ShrinkOptions,
  scope: ReproScope,
): Promise<ExitCode> {
  let folder = resolve(checkOrFolder)
  if (!isRepro(folder)) {
    folder = resolve(options.out ?? join(options.run ?? 'out', 'repro', evidenceFolder(checkOrFolder)))
    if (!isRepro(folder)) await reproCommand(checkOrFolder, options, scope)
  }
  const repro = readRepro(folder)
  const target = await targetOfFolder(repro, options, scope.product)
  const bench = await Bench.open({ ...scope, invocation: defaultInvocation, ...repro, target })
  // A start without a necessary part may hang, so the limit is a few times the duration of a complete start.
  let slowestMs: number | undefined
  const guardedFolder = guardedDirectory('orch-conformance-shrink-')
  const scratchDir = guardedFolder.path
  try {
    const judge: ShrinkState['judge'] = async (cuts, standIns) => {
      const reproduction = reproductionOf({ ...repro, cuts, standIns }, folder)
      const readyMs = slowestMs === undefined ? undefined : Math.max(minReadyMs, readyFactor * slowestMs)
      return (
        await bench.judge(repro.check, { reproduction, outDir: scratchDir, ...(readyMs && { readyMs }) })
      ).check
    }
    const budget = new Budget(options.tries)
    const shrinking = { folder, repro, budget, judge }
    const wholeResult = await judge(repro.cuts, repro.standIns)
    const wantedFingerprint = fingerprintOf(wholeResult)
    slowestMs = Math.max(...wholeResult.launches.map(({ durationMs }) => durationMs), 0)
    const standIns = await shrinkRequests(shrinking, wantedFingerprint)
    const cuts = await shrinkConfiguration({ ...shrinking, repro: { ...repro, standIns } }, wantedFingerprint)
    const shrunkRepro = { ...repro, cuts, standIns }
    const reproduction = { ...reproductionOf(shrunkRepro, folder), records: true }
    await bench.judge(repro.check, { reproduction, outDir: resultIn(folder) })
    writeRepro(folder, shrunkRepro, process.argv[1] ?? '')
    reportShrunk(folder, repro, shrunkRepro, budget)
    return interrupts.isInterrupted ? exitCodes.interrupted : exitCodes.conformant
  } finally {
    await bench.close()
    await guardedFolder.remove()
  }
}

/** Returns the cuts after which the check fails in the same way. */
async function shrinkConfiguration(
  shrinking: ShrinkState,
  wantedFingerprint: string,
): Promise<readonly Cut[]> {
  const { folder, repro, budget, judge } = shrinking
  let cuts = repro.cuts
  const isStillFailing = async (extraCuts: readonly Cut[]): Promise<boolean> =>
    !interrupts.isInterrupted &&
    fingerprintOf(await judge([...cuts, ...extraCuts], repro.standIns)) === wantedFingerprint
  for (const start of startsOf(folder)) {
    for (const { name, document } of filesOf(folder, start)) {
      let remaining = document
      // Each list is read after the cuts of the previous lists.
      for (const { at } of listsIn(document)) {
        const items = listsIn(remaining).find((list) => list.at === at)?.items
        if (items === undefined) continue
        const entriesCut = (keep: readonly number[]): Cut => ({
          cuts: 'entries',
          file: name,
          at,
          of: items.length,
          keep: [...keep],
        })
        const allIndexes = [...items.keys()]
        const keptIndexes = await findNeeded(allIndexes, (some) => isStillFailing([entriesCut(some)]), budget)
        if (keptIndexes.length === allIndexes.length) continue
        cuts = [...cuts, entriesCut(keptIndexes)]
        remaining = cutDocument(remaining, entriesCut(keptIndexes))
      }
      const members = membersIn(remaining).map((at): Cut => ({ cuts: 'member', file: name, at }))
      cuts = [...cuts, ...(await removableCuts(members, isStillFailing, budget))]
    }
    const flags = [
      ...new Set((start.flags ?? start.command).filter((one) => one.startsWith('--')).map(flagOf)),
    ]
    const flagCuts = flags.map((flag): Cut => ({ cuts: 'flag', flag }))
    cuts = [...cuts, ...(await removableCuts(flagCuts, isStillFailing, budget))]
  }
  return cuts
}

/** Returns the cuts that can be made together without a change of the result. */
async function removableCuts(
  cuts: readonly Cut[],
  isStillFailing: (cuts: readonly Cut[]) => Promise<boolean>,
  budget: Budget,
): Promise<readonly Cut[]> {
  const neededCuts = await findNeeded(
    cuts,
    (some) => isStillFailing(cuts.filter((one) => !some.includes(one))),
    budget,
  )
  return cuts.filter((one) => !neededCuts.includes(one))
}

/**
 * Returns the members of mappings as JSON pointers, inner members first. The `apiVersion` and `kind` of the file are
 * not included.
 */
function membersIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => membersIn(item, `${at}/${index}`))
  if (!isMapping(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const ownPointers = at === '' && ['apiVersion', 'kind'].includes(name) ? [] : [`${at}/${name}`]
    return [...membersIn(member, `${at}/${name}`), ...ownPointers]
  })
}

/**
 * Returns the responses that replace requests which need not be sent. A request whose response contains the
 * mistake that the check found is always sent, because a replaced response would decide the verdict.
 */
async function shrinkRequests(
  { folder, repro, budget, judge }: ShrinkState,
  wanted: string,
): Promise<ReproFile['standIns']> {
  let standIns = repro.standIns
  const forwardedRequests = requestsOf(folder).filter(({ number }) => standIns[number] === undefined)
  for (const { number, answer } of forwardedRequests.slice(0, -1)) {
    if (answer === undefined || interrupts.isInterrupted || !budget.take()) continue
    const { status, headers, body } = answer
    const recordedStandIns = { ...standIns, [number]: { status, headers, body } }
    const unchangedResult = await judge(repro.cuts, recordedStandIns)
    if (fingerprintOf(unchangedResult) !== wanted || !budget.take()) continue
    const alteredResult = await judge(repro.cuts, {
      ...standIns,
      [number]: { status: 599, headers: {}, body: '' },
    })
    const isJudged =
      fingerprintOf(alteredResult) === wanted && evidenceOf(alteredResult) !== evidenceOf(unchangedResult)
    if (!isJudged) standIns = recordedStandIns
  }
  return standIns
}

function requestsOf(folder: string): readonly (NumberedRequest & { answer?: HttpAnswer })[] {
  const file = join(folder, 'requests.json')
  return existsSync(file) ? (readJson(file, 'recorded') as NumberedRequest[]) : []
}

function reportShrunk(folder: string, before: ReproFile, after: ReproFile, budget: Budget): void {
  const cutCount = after.cuts.length - before.cuts.length
  const requestCount = Object.keys(after.standIns).length - Object.keys(before.standIns).length
  const spentNote = budget.isSpent ? '; no tries are left, so more may be possible (--tries)' : ''
  process.stdout.write(
    `${after.check} is still ${after.expected.verdict} after ${cutCount} more cuts and without ${requestCount} more requests (${budget.used} tries${spentNote}).\n${folder} holds what is left.\n`,
  )
}
