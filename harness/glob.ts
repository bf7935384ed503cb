/** A glob: `*` stands for any characters. */
export function globPattern(glob: string): RegExp {
  const [first = '', ...rest] = glob.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const last = rest.pop()
  // Each part in between is taken where it comes first, and never looked for again: many stars cost no more than one.
  const between = rest.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(last === undefined ? `^${first}$` : `^${first}${between.join('')}.*${last}$`, 's')
}
