import { append, appendPattern } from './values.ts'

// Options of more than one command.

/** `--only` of every command that selects checks. */
export const onlyOption = [
  '--only <glob>',
  'glob of rule or check ids, or @file with one glob per line; repeatable',
  append,
] as const

/** `--grep` of every command that selects checks. */
export const grepOption = [
  '--grep <pattern>',
  'only checks whose title or rule text matches this regular expression, ignoring case; repeatable',
  appendPattern,
] as const

/** `--set` of every command that tests a program. */
export const setOption = [
  '--set <name>',
  'only the rules of this frozen set of the standard, such as 2026-12',
] as const

/** `--reporter` of every command that renders a run. */
export const reporterOption = [
  '--reporter <module>',
  'JavaScript module with a reporter of your own; repeatable',
  append,
] as const
