import type { PolicyCase } from './model.ts'
import { recorded } from './oracle.ts'

const conditions = [
  'users',
  'userGroups',
  'verbs',
  'resources',
  'namespaces',
  'nonResourceURLs',
  'omitStages',
] as const

/** What a case visits: the conditions of its rules, their combinations, and what is recorded. */
export function visitsOf(one: PolicyCase): readonly string[] {
  return [
    `${one.rules.length} rules`,
    ...one.rules.flatMap((rule) => {
      const stated = conditions.filter((name) => rule[name] !== undefined)
      return [...stated, stated.length > 2 ? 'three conditions and more' : `${stated.length} conditions`]
    }),
    ...recorded(one).map((events) => events.join(' and ') || 'nothing is recorded'),
  ]
}

/** What cases can visit. */
export const visitable: readonly string[] = [
  ...[1, 2, 3, 4].map((count) => `${count} rules`),
  ...conditions,
  ...[0, 1, 2].map((count) => `${count} conditions`),
  'three conditions and more',
  'nothing is recorded',
  ...['Metadata', 'Request', 'RequestResponse'].flatMap((level) => [
    `RequestReceived ${level}`,
    `ResponseComplete ${level}`,
    `RequestReceived ${level} and ResponseComplete ${level}`,
  ]),
]
