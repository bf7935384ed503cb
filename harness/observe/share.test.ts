import { expect, test } from 'vitest'
import { ShareTest, type ObservedShare } from './share.ts'

const expectedShare = 0.02
const maxTrials = 12_000

/** Returns the result of trials that hit with the given probability, and their number. */
function observeShare(
  hitting: number,
  seed: number,
): { readonly share: ObservedShare; readonly trials: number } {
  const drawNumber = seededRandom(seed)
  const shares = new ShareTest(expectedShare)
  let hitCount = 0
  for (let trialCount = 1; trialCount <= maxTrials; trialCount++) {
    if (drawNumber() < hitting) hitCount++
    const share = shares.after(trialCount, hitCount)
    if (share !== 'open') return { share, trials: trialCount }
  }
  return { share: 'open', trials: maxTrials }
}

/** Mulberry32: returns the same numbers in every run of the test. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1)
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61)
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 2 ** 32
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

  const otherRuns = runs.filter((run) => run.share !== expected)
  expect(otherRuns.length).toBeLessThanOrEqual(6)
})

test('the sequential test needs far fewer trials than a test with a fixed number of trials', () => {
  const runs = Array.from({ length: 100 }, (_, index) => observeShare(expectedShare, index).trials)

  expect(runs.reduce((sum, trials) => sum + trials, 0) / runs.length).toBeLessThan(2_000)
})

test('the result of a single trial is open', () => {
  expect(new ShareTest(expectedShare).after(1, 1)).toBe('open')
})
