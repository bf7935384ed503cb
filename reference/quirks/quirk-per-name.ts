/** Returns a quirk for each of the given things: its name, which the type contains, and its summary. */
export function quirkPerName<const Thing extends string, const Name extends string>(
  things: readonly Thing[],
  quirk: (thing: Thing) => readonly [name: Name, summary: string],
): Readonly<Record<Name, string>> {
  return Object.fromEntries(things.map(quirk)) as Readonly<Record<Name, string>>
}
