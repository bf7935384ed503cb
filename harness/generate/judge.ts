import type { Arbitrary, Value } from 'fast-check'
import { currentCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import type { RunSettings } from '../settings.ts'
import type { Area, Disagreement, Judged } from './area.ts'
import { drawerAt, drawn } from './drawn.ts'
import { foundText } from './found.ts'
import { notAgain } from './not-again.ts'
import { type Round, roundsObserved } from './rounds.ts'
import { fewest, smallest } from './smallest.ts'
import { visitsOf } from './visits.ts'

// Enough for a person to read the rest at a glance, and no more than what a slow program starts in a minute.
const mostStarts = 20
// Two starts beside each other keep two cores busy.
const batchesAtOnce = 2
const perQuestionMs = 200

const usualMs = 110_000

/** How long the cases of an area may take together. */
export function limitOf({ generate }: Pick<RunSettings, 'generate'>): number {
  return usualMs + generate * perQuestionMs
}

/** The cases of an area that a run judges: as many as ask the questions that are wanted. */
export function casesOf<Case>(
  area: Pick<Area<Case>, 'id' | 'cases' | 'questions' | 'dearness'>,
  { seed, generate }: Pick<RunSettings, 'seed' | 'generate'>,
): Value<Case>[] {
  const wanted = Math.ceil(generate / (area.dearness ?? 1))
  const all: Value<Case>[] = []
  for (let questions = 0, index = 0; questions < wanted; index++) {
    const one = drawn(area.cases, { seed, area: area.id, index })
    all.push(one)
    questions += Math.max(1, area.questions(one.value))
  }
  return all
}

/** Judges the kept and the drawn cases of an area; where any disagrees, the smallest like it fails the check. */
export async function judgeCases<Case>(area: Area<Case>): Promise<void> {
  const check = currentCheck()
  const kept = Object.entries(area.kept)
  const fresh = casesOf(area, check.settings)
  const all = [...kept.map(([, one]) => one), ...fresh.map(({ value }) => value)]
  const judged = await inBatches(area, all)
  noteDrawn(area, all, judged)
  const bad = judged.findIndex(({ disagreements }) => disagreements.length > 0)
  if (bad >= 0) {
    const value = fresh[bad - kept.length]
    const from = bad - (bad % area.perStart)
    const companions = all.slice(from, bad)
    const behind = all.slice(bad + 1, from + area.perStart)
    const count = judged.filter(({ disagreements }) => disagreements.length > 0).length
    const of = `${count} of ${judged.length} cases`
    // Under a fault of the reference only whether it is seen matters.
    if (check.settings.faultTrace) return expectAgreement(judged.slice(bad, bad + 1))
    const [first] = judged[bad]?.disagreements ?? []
    if (value === undefined) return failWith(area, { of, first, starts: 0, value: all[bad] as Case })
    const cases = drawerAt(area.cases, { seed: check.settings.seed, index: bad - kept.length })
    return shrunk({ ...area, cases }, value, { around: [...behind, ...companions], of, first })
  }
  expectAgreement(judged)
}

function expectAgreement(judged: readonly Judged[]): void {
  expect(judged.flatMap(({ disagreements }) => disagreements)).toEqual([])
}

/** All batches, a few at once; after one with disagreements no further batch is begun. */
async function inBatches<Case>(area: Area<Case>, cases: readonly Case[]): Promise<Judged[]> {
  const { perStart } = area
  const { settings } = currentCheck()
  const batches = Array.from({ length: Math.ceil(cases.length / perStart) }, (_, at) =>
    cases.slice(at * perStart, (at + 1) * perStart),
  )
  const wanted = settings.rounds ?? batches.keys()
  const left = [...wanted]
  const judged: (readonly Judged[])[] = []
  const rounds: Round[] = []
  let isBad = false
  const lane = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined && !isBad; at = left.shift()) {
      const fromMs = Date.now()
      const seen = await area.judge(batches[at] ?? [])
      judged[at] = seen
      rounds.push({ at, fromMs, toMs: Date.now() })
      isBad ||= seen.some(({ disagreements }) => disagreements.length > 0)
    }
  }
  // What programs note of faults tells the rounds apart only where these come one after the other.
  const atOnce = settings.faultTrace ? 1 : batchesAtOnce
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (settings.faultTrace) currentCheck().observe(roundsObserved, rounds)
  return judged.flat()
}

function noteDrawn<Case>(area: Area<Case>, cases: readonly Case[], judged: readonly Judged[]): void {
  const check = currentCheck()
  const seen = cases.slice(0, judged.length)
  check.observe('cases drawn', {
    seed: check.settings.seed,
    cases: seen.length,
    questions: seen.reduce((sum, one) => sum + area.questions(one), 0),
    visits: visitsOf(area, seen),
  })
  const open = judged.flatMap((one) => one.open ?? [])
  const counts = counted(open.map(({ what, value }) => `${what}: ${JSON.stringify(value)}`))
  if (open.length > 0) check.observe('left open by the documents', counts)
  const departures = judged.flatMap((one) => one.departures ?? [])
  if (departures.length > 0) check.observe('known departures', counted(departures))
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const isBad = ({ disagreements }: Judged): boolean => disagreements.length > 0

interface FailedAmong<Case> {
  /** The cases that shared its start. */
  readonly around: readonly Case[]
  readonly of: string
  /** What it disagreed in when it was judged among all. */
  readonly first: Disagreement | undefined
}

/** Makes a failing case as small as starts allow; where it only fails among others, those are made few first. */
async function shrunk<Case>(
  area: Area<Case> & { readonly cases: Arbitrary<Case> },
  value: Value<Case>,
  { around, of, first }: FailedAmong<Case>,
): Promise<void> {
  const part = first && area.focused?.(value.value, first)
  if (part !== undefined && (await area.judge([part])).some(isBad))
    return failWith(area, { of, first, starts: 1, value: part })
  const failsAmong = async (companions: readonly Case[]): Promise<boolean> =>
    isBad((await area.judge([...companions, value.value])).at(-1) ?? { disagreements: [] })
  let starts = part === undefined ? 1 : 2
  let companions: readonly Case[] = []
  if (!(await failsAmong([]))) {
    const found = await fewest(around, failsAmong, mostStarts - 1 - starts)
    companions = found.kept
    starts += found.starts
  }
  const perStart = companions.length > 0 ? 1 : area.perStart
  const found = await smallest(
    area.cases,
    value,
    async (candidates) => {
      const seen = await area.judge([...companions, ...candidates])
      return seen.slice(companions.length).map(isBad)
    },
    { starts: mostStarts - 1 - starts, perStart },
  )
  starts += found.starts
  return failWith(area, { ...found, of, first, starts, companions })
}

interface Found<Case> {
  readonly value: Case
  readonly twin?: Case
  readonly companions?: readonly Case[]
  readonly of: string
  readonly first: Disagreement | undefined
  readonly starts: number
}

/** Puts the found case alone to the implementation once more, whose evidence then is that of the check. */
async function failWith<Case>(area: Area<Case>, found: Found<Case>): Promise<void> {
  const check = currentCheck()
  check.record.evidence.clear()
  const seen = await area.judge([...(found.companions ?? []), found.value])
  const [again] = seen.at(-1)?.disagreements ?? []
  const starts = found.starts + 1
  if (again === undefined) throw notAgain({ ...found, starts })
  expect(again.actual, foundText(area, { ...found, asked: again.asked, starts })).toEqual(again.expected)
}
