/**
 * Returns the recorded files that a path of a change may mean. Builds and diffs name a file from different folders:
 * `k8s.io/apiserver/pkg/a.go` and `staging/src/k8s.io/apiserver/pkg/a.go`. So one name may be the end of the other.
 * @param path path of a change, perhaps absolute
 * @param names recorded paths; a path that ends with / is the path of a folder
 */
export function filesNamed(path: string, names: Iterable<string>): string[] {
  const allNames = [...names]
  const exactMatches = allNames.filter((name) => name === path)
  if (exactMatches.length > 0) return exactMatches
  const files = allNames.filter((name) => !name.endsWith('/') && (isEnd(name, path) || isEnd(path, name)))
  if (files.length > 0) return files
  return allNames.filter((name) => name.endsWith('/') && `/${path}`.includes(`/${name}`))
}

/** Reports whether a path ends with another path, compared by whole parts. */
function isEnd(end: string, path: string): boolean {
  return path.endsWith(`/${end.replace(/^\/+/, '')}`)
}
