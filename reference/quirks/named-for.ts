/** A quirk for each of some things: its name, which the type knows, and its summary. */
export function namedFor<const Thing extends string, const Name extends string>(
  things: readonly Thing[],
  quirk: (thing: Thing) => readonly [name: Name, summary: string],
): Readonly<Record<Name, string>> {
  return Object.fromEntries(things.map(quirk)) as Readonly<Record<Name, string>>
}
