/**
 * Reports whether the text of a refusal names a field or flag, as a whole word in any case; flags with or without
 * dashes. For a field, this is the last segment of its path. A longer name that contains the word does not match.
 */
export function namesIn(stderr: string, flagOrField: string): boolean {
  const flag = flagOrField.replace(/^--/, '')
  return [flag, fieldByFlag[flag]].some((name) => name !== undefined && containsName(stderr, name))
}

/** Flags whose refusals name the corresponding structure field, since 1.36. */
const fieldByFlag: Readonly<Record<string, string>> = {
  'allow-metric-labels': 'allowListMapping',
  'allow-metric-labels-manifest': 'allowListMappingManifest',
  'disabled-metrics': 'disabledMetrics',
  'show-hidden-metrics-for-version': 'showHiddenMetricsForVersion',
}

function containsName(stderr: string, literal: string): boolean {
  const name = literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  if (name === '') return false
  // Information and warnings during the start are no reason for a refusal. The text quotes Go strings, whose quotes are
  // unescaped here.
  const text = stderr.replaceAll(/^[IW]\d{4} .*$/gm, '').replaceAll('\\"', '"')
  return new RegExp(`(?<!\\w|\\w-)${name}(?!\\w|-\\w)`, 'i').test(text)
}
