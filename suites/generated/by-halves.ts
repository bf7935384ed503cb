/** Judges two halves of some cases apart: what keeps a start from coming up then shows which of them it is. */
export async function byHalves<T, R>(
  cases: readonly T[],
  judge: (half: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const middle = cases.length >> 1
  return [...(await judge(cases.slice(0, middle))), ...(await judge(cases.slice(middle)))]
}
