import { eventText, type PolicyCase, type PolicySettings, policySettings } from './model.ts'
import { expectedRecords } from './oracle.ts'

const members = [
  'users',
  'userGroups',
  'verbs',
  'resources',
  'namespaces',
  'nonResourceURLs',
  'omitStages',
  'omitManagedFields',
] as const

/** Returns the coverage of a case: the conditions of its rules, their combinations, and the recorded events. */
export function coverageOf(testCase: PolicyCase): readonly string[] {
  const [plain, held] = [false, true].map((hasObjects) => expectedRecords(testCase, { hasObjects })) as [
    Events,
    Events,
  ]
  return [
    `${testCase.rules.length} rules`,
    settingsText(testCase.whole),
    ...testCase.rules.flatMap((rule) => {
      const presentMembers = members.filter((name) => rule[name] !== undefined)
      return [
        ...presentMembers,
        presentMembers.length > 2 ? 'three conditions and more' : `${presentMembers.length} conditions`,
      ]
    }),
    ...plain.map((events) => events.join(' and ') || 'nothing is recorded'),
    ...held.flatMap((events) => events.filter((event) => event.includes(','))),
  ]
}

type Events = ReturnType<typeof expectedRecords>

function settingsText(settings: PolicySettings): string {
  return `a policy that says ${JSON.stringify(settings)}`
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...[1, 2, 3, 4].map((count) => `${count} rules`),
  ...members,
  ...[0, 1, 2].map((count) => `${count} conditions`),
  'three conditions and more',
  ...policySettings.map(settingsText),
  'nothing is recorded',
  eventText('ResponseComplete', 'Metadata', { sent: 'nothing', answered: false }),
  ...(['all', 'all but managed fields'] as const).flatMap((sent) => [
    eventText('ResponseComplete', 'Request', { sent, answered: false }),
    eventText('ResponseComplete', 'RequestResponse', { sent, answered: true }),
  ]),
  ...['Metadata', 'Request', 'RequestResponse'].flatMap((level) => [
    `RequestReceived ${level}`,
    `ResponseComplete ${level}`,
    `RequestReceived ${level} and ResponseComplete ${level}`,
  ]),
]
