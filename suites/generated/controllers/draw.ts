import { type Arbitrary, array, boolean, nat, tuple } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type ControllersCase, type ListItem, workers } from './model.ts'
import { isRunning } from './oracle.ts'

const namedItems = tuple(oneOf(workers), boolean()).map(
  ([worker, isOff]): ListItem => (isOff ? `-${worker}` : worker),
)

/** Draws items with few names, so that names repeat. */
const fewWorkers = tuple(
  array(tuple(nat(2), boolean()), { maxLength: 4 }),
  tuple(oneOf(workers), oneOf(workers), oneOf(workers)),
).map(([items, names]) =>
  items.map(
    ([at, isOff]): ListItem => (isOff ? `-${names[at % names.length] ?? names[0]}` : (names[at] ?? names[0])),
  ),
)

/** Lists that run at least one controller with observable work. */
export const controllersCases: Arbitrary<ControllersCase> = tuple(
  fewWorkers,
  array(namedItems, { maxLength: 3 }),
  nat(9),
)
  .map(([again, others, at]): ControllersCase => {
    const list = [...again, ...others]
    // About half of the lists contain a star, at any position.
    return { list: at > 4 ? list : list.toSpliced(Math.min(at, list.length), 0, '*') }
  })
  .filter((one) => workers.some((worker) => isRunning(one, worker) === true))
