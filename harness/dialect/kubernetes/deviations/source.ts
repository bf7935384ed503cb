/**
 * Where a reader finds the cause of a departure, in the release that it was read in.
 * @param lines `L12` or `L12-L14`
 */
export function sourceAt(path: string, lines: `L${number}` | `L${number}-L${number}`): string {
  return `https://github.com/kubernetes/kubernetes/blob/v1.34.8/${path}#${lines}`
}

/** The library of API servers. */
export const apiserver = 'staging/src/k8s.io/apiserver'
