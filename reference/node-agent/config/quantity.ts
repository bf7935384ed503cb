const suffixes: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
}

/** Returns the number that a string such as `500m` or `1Gi` represents, or undefined for an invalid string. */
export function quantity(text: string): number | undefined {
  const match = /^([+-]?\d+(?:\.\d+)?)(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/.exec(text.trim())
  return match === null ? undefined : Number(match[1]) * (suffixes[match[2] ?? ''] ?? 1)
}
