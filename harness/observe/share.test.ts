import { expect, test } from 'vitest'
import { ShareTest, type ObservedShare } from './share.ts'

const expectedShare = 0.02
const maxTrials = 12_000

/** Returns the result of a run of trials that hit at the given share, and the number of trials. */
function observeShare(
  hitting: number,
  seed: number,
): { readonly share: ObservedShare; readonly trials: number } {
  const draw = drawer(seed)
  const shares = new ShareTest(expectedShare)
  let hits = 0
  for (let trials = 1; trials <= maxTrials; trials++) {
    if (draw() < hitting) hits++
    const share = shares.after(trials, hits)
    if (share !== 'open') return { share, trials }
  }
  return { share: 'open', trials: maxTrials }
}

/** Mulberry32: returns the same numbers in every run of the test. */
function drawer(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.for([
  [0, 'lower'],
  [0.01, 'lower'],
  [0.02, 'expected'],
  [0.04, 'higher'],
  [0.2, 'higher'],
] as const)('a share of %d is reported as %s', ([share, expected]) => {
  const runs = Array.from({ length: 300 }, (_, index) => observeShare(share, index))

  const others = runs.filter((run) => run.share !== expected)
  expect(others.length).toBeLessThanOrEqual(6)
})

test('takes far fewer trials than a fixed number of them', () => {
  const runs = Array.from({ length: 100 }, (_, index) => observeShare(expectedShare, index).trials)

  expect(runs.reduce((sum, trials) => sum + trials, 0) / runs.length).toBeLessThan(2_000)
})

test('one trial has no result', () => {
  expect(new ShareTest(expectedShare).after(1, 1)).toBe('open')
})
