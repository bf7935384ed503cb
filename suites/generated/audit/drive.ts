import { becomesTrue, currentCheck, HarnessError } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file, makeWorkspace, removeWorkspace, inDialectForm } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { adminName } from '#harness/programs/credentials.ts'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { AuditLogReader } from '../../shared/audit/log-reader.ts'
import { managedMetadata } from '../../shared/audit/managed-metadata.ts'
import { auditPolicy, type PolicyRule } from '../../shared/audit/policy.ts'
import { splitBatch } from '../split-batch.ts'
import { mapConcurrently } from '../concurrently.ts'
import {
  eventText,
  objectsIn,
  createsConfigMap,
  type PolicyCase,
  type Request,
  stages,
  users,
} from './model.ts'
import { rulesOfCase, pathOf, expectedRecords } from './oracle.ts'

const casesAtOnce = 8
const serversAtOnce = 2
const arrivedWithinMs = 10_000
const methods = {
  get: 'GET',
  list: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const

/** Returns the name prefix of a case's users. */
const markOf = (at: number): string => `g${at}-`

/** Sends the requests of many cases to few servers. Cases with equal settings other than rules share a server. */
export async function judgePolicies(cases: readonly PolicyCase[]): Promise<readonly CaseResult[]> {
  const settingsOf = ({ whole: settings }: PolicyCase): string => JSON.stringify(settings)
  const settingsTexts = [...new Set(cases.map(settingsOf))]
  const resultsBySettings = await mapConcurrently(settingsTexts, serversAtOnce, async (sort) => {
    const casesWithSettings = cases.filter((one) => settingsOf(one) === sort)
    const settingsResults = await judgeWithEqualSettings(casesWithSettings)
    return casesWithSettings.map((testCase, at) => [testCase, settingsResults[at] as CaseResult] as const)
  })
  const resultsByCase = new Map(resultsBySettings.flat())
  return cases.map((one) => resultsByCase.get(one) as CaseResult)
}

/** Sends the requests of cases to one server. Its policy has the rules of each case for the users of this case. */
async function judgeWithEqualSettings(cases: readonly PolicyCase[]): Promise<readonly CaseResult[]> {
  const directory = makeWorkspace('audit')
  try {
    const logReader = new AuditLogReader(directory)
    const rules: readonly PolicyRule[] = [
      { level: 'Metadata', users: [adminName], nonResourceURLs: ['/audited/*'] },
      ...cases.flatMap((testCase, at) => rulesOfCase(testCase.rules, markOf(at))),
    ]
    const policy = auditPolicy(rules, cases[0]?.whole)
    const tokens = cases.flatMap((_, at) =>
      Object.entries(users).map(([name, groups]) => {
        const markedGroups = [markOf(at), ...groups.map((group) => `${markOf(at)}${group}`)]
        return `${tokenOf(at, name)},${markOf(at)}${name},${markOf(at)}${name},"${markedGroups.join(',')}"\n`
      }),
    )
    const flags = {
      '--audit-log-path': { path: logReader.path },
      '--audit-policy-file': file('policy.yaml', policy),
      '--token-auth-file': file('tokens.csv', tokens.join(''), { verbatim: true }),
    } as const
    let caseResults: readonly CaseResult[] | undefined
    const startResult = await startOutcome({ flags }, async (server) => {
      const uris = await mapConcurrently(cases, casesAtOnce, (testCase, at) =>
        sendRequests(testCase, at, server),
      )
      await waitUntilRecorded(server, logReader)
      const byUri = eventsOf(logReader)
      caseResults = cases.map((testCase, at) => ({
        disagreements: disagreementsOf(testCase, uris[at] ?? [], byUri),
      }))
    })
    if (caseResults !== undefined) return caseResults
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return await splitBatch(cases, judgeWithEqualSettings, {
      asked: cases[0]?.rules,
      expected: { outcome: 'ready' },
      actual,
    })
  } finally {
    removeWorkspace(directory)
  }
}

function tokenOf(at: number, user: string): string {
  return `${markOf(at)}${user.replace(':', '-')}-token`
}

/** Sends the requests of a case one after the other, and returns the unique URI of each. */
async function sendRequests(
  { requests }: PolicyCase,
  at: number,
  server: ApiServer,
): Promise<readonly string[]> {
  const uris: string[] = []
  for (const [index, request] of requests.entries()) {
    const path = `${pathOf(request)}?sent=${at}-${index}`
    const method = methods[request.verb]
    const token = tokenOf(at, request.user)
    const requestBody = bodyOf(request, `made-${at}-${index}`, server)
    const { status } = await server.request({
      method,
      path,
      token,
      ...(requestBody && { body: requestBody }),
    })
    if (status === 401) throw new HarnessError('untestable', `The token of ${request.user} is not taken.`)
    uris.push(path)
  }
  return uris
}

/** Returns the object that a request creates, with managed fields. */
function bodyOf(request: Request, name: string, { dialect }: ApiServer): object | undefined {
  if (!createsConfigMap(request)) return undefined
  return inDialectForm(dialect, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...managedMetadata },
  }) as object
}

/** Waits until all earlier requests are recorded: the event of a later request has arrived. */
async function waitUntilRecorded(server: ApiServer, log: AuditLogReader): Promise<void> {
  const path = '/audited/last'
  await server.request({ path })
  const isRecorded = (): boolean => log.events().some(({ requestURI }) => requestURI === path)
  if (!(await becomesTrue(isRecorded, arrivedWithinMs)))
    throw new HarnessError('untestable', `The event of ${path} is not in the log.`)
}

function eventsOf(log: AuditLogReader): ReadonlyMap<string, readonly AuditEvent[]> {
  const byUri = new Map<string, AuditEvent[]>()
  for (const event of log.events())
    byUri.set(event.requestURI, [...(byUri.get(event.requestURI) ?? []), event])
  return byUri
}

function disagreementsOf(
  testCase: PolicyCase,
  uris: readonly string[],
  byUri: ReadonlyMap<string, readonly AuditEvent[]>,
): Disagreement[] {
  const hasObjects = currentCheck().has('objects')
  const stageIndex = (line: string): number => stages.findIndex((stage) => line.startsWith(stage))
  return expectedRecords(testCase, { hasObjects }).flatMap((expected, index) => {
    const request = testCase.requests[index] as Request
    const events = byUri.get(uris[index] ?? '') ?? []
    const isHeld = hasObjects && createsConfigMap(request)
    const actual = events.map((event) => textOf(event, isHeld)).sort((a, b) => stageIndex(a) - stageIndex(b))
    if (JSON.stringify(actual) === JSON.stringify(expected)) return []
    return [{ asked: { ...testCase.whole, rules: testCase.rules, request }, expected, actual }]
  })
}

function textOf(event: AuditEvent, isHeld: boolean): string {
  const { stage, level } = event
  return eventText(stage, level, isHeld && stage === 'ResponseComplete' ? objectsIn(event) : undefined)
}
