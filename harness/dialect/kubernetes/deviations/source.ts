type Lines = `L${number}` | `L${number}-L${number}`

/**
 * Returns the link to the cause of a deviation, in the release where it was found.
 * @param lines `L12` or `L12-L14`
 */
export function sourceAt(path: string, lines: Lines, release = 'v1.34.8'): string {
  return `https://github.com/kubernetes/kubernetes/blob/${release}/${path}#${lines}`
}

/** Returns the link to the cause in the tree of the vendor whose patches make the deviation. */
export function openshiftAt(path: string, lines: Lines): string {
  return `https://github.com/openshift/kubernetes/blob/release-4.21/${path}#${lines}`
}

/** Folder of the API server library. */
export const apiserver = 'staging/src/k8s.io/apiserver'
