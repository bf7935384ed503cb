const maxSlowness = 6

/**
 * Returns the factor by which work takes longer than on an idle machine, between 1 and 6.
 * @param loadPerCore processes that want to run, per processor
 * @param spinShare wall time per processor time of a short piece of work
 */
export function slowness(loadPerCore: number, spinShare: number): number {
  return Math.min(maxSlowness, Math.max(1, loadPerCore, spinShare))
}
