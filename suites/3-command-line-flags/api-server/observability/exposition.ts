/** Returns the names of the metrics in a text in the Prometheus format. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))
}

/** Returns the values of a label of one metric. */
export function valuesOf(metric: string, label: string, text: string): readonly string[] {
  const pattern = new RegExp(`^${metric}\\{(?:[^}]*,)?${label}="([^"]*)"`, 'gm')
  return [...new Set([...text.matchAll(pattern)].map(([, value = '']) => value))].toSorted()
}
