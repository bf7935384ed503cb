import { type ControllersCase, type ListItem, workers } from './model.ts'
import { isRunning } from './oracle.ts'

/**
 * Returns the coverage of a case: the position of the star, the first item of each controller, and the running
 * controllers.
 */
export function coverageOf(testCase: ControllersCase): readonly string[] {
  const { list } = testCase
  const starIndex = list.indexOf('*')
  return [
    starIndex < 0
      ? 'no star'
      : starIndex === 0
        ? 'the star first'
        : starIndex === list.length - 1
          ? 'the star last'
          : 'the star between',
    ...workers.flatMap((worker) => {
      const items = list.filter((item) => item === worker || item === `-${worker}`)
      return [
        repetitionText(items),
        ...differencesOf(list, items),
        `${worker} ${resultText(isRunning(testCase, worker))}`,
      ]
    }),
  ]
}

function repetitionText(items: readonly ListItem[]): string {
  const [first, second] = items
  if (first === undefined) return 'not named'
  const isFirstOff = first.startsWith('-')
  if (items.length === 1) return isFirstOff ? 'off' : 'on'
  if (second === first) return 'the same again'
  return isFirstOff ? 'off, then on' : 'on, then off'
}

function differencesOf(list: readonly ListItem[], items: readonly ListItem[]): readonly string[] {
  const [first, last] = [list.indexOf(items[0] ?? '*'), list.lastIndexOf(items.at(-1) ?? '*')]
  return items.length > 1 && last - first >= items.length ? ['another between'] : []
}

function resultText(isOn: boolean | 'open'): string {
  if (isOn === 'open') return 'by a star'
  return isOn ? 'runs' : 'does not run'
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'no star',
  'the star first',
  'the star between',
  'the star last',
  'not named',
  'on',
  'off',
  'the same again',
  'on, then off',
  'off, then on',
  'another between',
  ...workers.flatMap((worker) => [`${worker} runs`, `${worker} does not run`]),
]
