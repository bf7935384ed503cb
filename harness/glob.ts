/** Returns the pattern of a glob: `*` matches any characters. */
export function globPattern(glob: string): RegExp {
  const [first = '', ...rest] = glob.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const lastPart = rest.pop()
  // Each middle part is matched at its first position, without backtracking, so that many stars cost no more than one
  // star.
  const middlePattern = rest.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(
    lastPart === undefined ? `^${first}$` : `^${first}${middlePattern.join('')}.*${lastPart}$`,
    's',
  )
}
