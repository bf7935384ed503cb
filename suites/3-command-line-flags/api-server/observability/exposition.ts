/** The names of the metrics in a text of the Prometheus form. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))
}

/** The values of a label of one metric. */
export function valuesOf(metric: string, label: string, text: string): readonly string[] {
  const pattern = new RegExp(`^${metric}\\{(?:[^}]*,)?${label}="([^"]*)"`, 'gm')
  return [...new Set([...text.matchAll(pattern)].map(([, value = '']) => value))].toSorted()
}
