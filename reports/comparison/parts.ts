import { truncate, valueText } from '../plain-text.ts'
import type { Cell, Parts } from '../parts.ts'
import { count, verdictWords } from '../displayed-verdict.ts'
import type { ComparedRun, Comparison } from './compare.ts'

/** Maximum length of a reason in a table, in characters. */
export const maxReasonLength = 300
const maxValueLength = 200
// Maximum number of checks that are listed for each difference. The JSON lists all of them.
const maxNamed = 3

/** Returns the content of a comparison, without empty parts. */
export function partsOf(comparison: Comparison): Parts {
  const { before, after, verdicts, observations, answers, onlyBefore, onlyAfter } = comparison
  const tables = [
    {
      title: 'Verdicts',
      head: ['Check', 'Before', 'After', 'Reason'],
      rows: verdicts.map((change) => [
        code(change.check),
        text(verdictWords(change.before)),
        { text: verdictWords(change.after), style: 'strong' } as const,
        text(truncate(change.reason ?? '', maxReasonLength)),
      ]),
    },
    {
      title: 'Observations',
      head: ['Rule', 'What', 'Before', 'After'],
      rows: observations.map((one) => [code(one.rule), text(one.what), value(one.before), value(one.after)]),
    },
    {
      title: 'Answers',
      head: ['Request', 'What', 'Before', 'After', 'Seen by'],
      rows: answers.map((one) => [
        code(countedNames(one.requests)),
        text(one.what),
        value(one.before),
        value(one.after),
        text(countedNames(one.checks, maxNamed)),
      ]),
    },
  ]
  const lists = [
    { title: 'Only in the first run', ids: onlyBefore },
    { title: 'Only in the second run', ids: onlyAfter },
  ]
  return {
    title: [runText(before), runText(after)],
    summary: summaryOf(comparison),
    tables: tables.filter(({ rows }) => rows.length > 0),
    lists: lists.filter(({ ids }) => ids.length > 0),
  }
}

function summaryOf({ before, after, verdicts, observations, answers, same, ...only }: Comparison): string[] {
  const worseCount = verdicts.filter(({ direction }) => direction === 'worse').length
  const sums = `${count(worseCount, 'check')} worse, ${verdicts.length - worseCount} better, ${same} the same`
  const changeCounts = `${count(observations.length, 'observation')} and ${count(answers.length, 'answer')} changed`
  const [first, second] = [only.onlyBefore, only.onlyAfter].map((ids) => count(ids.length, 'check'))
  const planDifference = `The runs planned different checks: ${first} only in the first, ${second} only in the second.`
  const suites = 'The runs used different suites, so a change may come from the suite as well.'
  return [
    `${sums}; ${changeCounts}.`,
    ...(before.outcome === after.outcome ? [] : [`Before: ${before.headline}. After: ${after.headline}.`]),
    ...(only.onlyBefore.length + only.onlyAfter.length === 0 ? [] : [planDifference]),
    ...(before.suiteDigest === after.suiteDigest ? [] : [suites]),
  ]
}

function runText({ target, startedAt, complete }: ComparedRun): string {
  return `${target.name}, ${startedAt}${complete ? '' : ' (incomplete)'}`
}

/** Lists the first names and the number of the remaining names. */
function countedNames(names: readonly string[], max = 1): string {
  const shownNames = names.slice(0, max).join(', ')
  return names.length <= max ? shownNames : `${shownNames} and ${names.length - max} more`
}

/** Returns a cell with text. */
export const text = (content: string): Cell => ({ text: content, style: 'text' })
/** Returns a cell with an id. */
export const code = (content: string): Cell => ({ text: content, style: 'code' })
/** Returns a cell with a value. */
export const value = (content: unknown): Cell =>
  content === null ? text('') : code(truncate(valueText(content), maxValueLength))
