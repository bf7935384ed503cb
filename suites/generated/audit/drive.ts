import type { Disagreement, Judged } from '#harness/generate/area.ts'
import { HarnessError } from '#harness/errors.ts'
import { file } from '#harness/launch/flags.ts'
import { makeWorkspace, removeWorkspace } from '#harness/launch/workspace.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { comesTrue } from '#harness/until.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { AuditLogReader } from '../../shared/audit/log-reader.ts'
import { auditPolicy } from '../../shared/audit/policy.ts'
import { byHalves } from '../by-halves.ts'
import { eachOf } from '../concurrently.ts'
import { type PolicyCase, stages, users } from './model.ts'
import { ownRules, pathOf, recorded } from './oracle.ts'

const casesAtOnce = 8
const arrivedWithinMs = 10_000
const methods = {
  get: 'GET',
  list: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const

/** What the names of a case's users begin with. */
const markOf = (at: number): string => `g${at}-`

/** Puts the requests of many cases to one server, whose policy has the rules of each for its own users. */
export async function judgePolicies(cases: readonly PolicyCase[]): Promise<readonly Judged[]> {
  const directory = makeWorkspace('audit')
  try {
    const log = new AuditLogReader(directory)
    const policy = auditPolicy([
      { level: 'Metadata', users: [adminName], nonResourceURLs: ['/audited/*'] },
      ...cases.flatMap(({ rules }, at) => ownRules(rules, markOf(at))),
    ])
    const tokens = cases.flatMap((_, at) =>
      Object.entries(users).map(([name, groups]) => {
        const all = [markOf(at), ...groups.map((group) => `${markOf(at)}${group}`)]
        return `${tokenOf(at, name)},${markOf(at)}${name},${markOf(at)}${name},"${all.join(',')}"\n`
      }),
    )
    const flags = {
      '--audit-log-path': { path: log.path },
      '--audit-policy-file': file('policy.yaml', policy),
      '--token-auth-file': file('tokens.csv', tokens.join(''), { verbatim: true }),
    } as const
    let all: readonly Judged[] | undefined
    const seen = await startOutcome({ flags }, async (server) => {
      const uris = await eachOf(cases, casesAtOnce, (one, at) => sent(one, at, server))
      await settled(server, log)
      const byUri = eventsOf(log)
      all = cases.map((one, at) => ({ disagreements: disagreementsOf(one, uris[at] ?? [], byUri) }))
    })
    if (all !== undefined) return all
    if (cases.length > 1) return await byHalves(cases, judgePolicies)
    const actual = { outcome: seen.outcome, stderr: seen.stderr.trim().slice(-600) }
    return [{ disagreements: [{ asked: cases[0]?.rules, expected: { outcome: 'ready' }, actual }] }]
  } finally {
    removeWorkspace(directory)
  }
}

function tokenOf(at: number, user: string): string {
  return `${markOf(at)}${user.replace(':', '-')}-token`
}

/** Sends the requests of a case one after the other, and gives the address that each alone has. */
async function sent({ requests }: PolicyCase, at: number, server: ApiServer): Promise<readonly string[]> {
  const uris: string[] = []
  for (const [index, request] of requests.entries()) {
    const path = `${pathOf(request)}?sent=${at}-${index}`
    const method = methods[request.verb]
    const { status } = await server.request({ method, path, token: tokenOf(at, request.user) })
    if (status === 401) throw new HarnessError('untestable', `The token of ${request.user} is not taken.`)
    uris.push(path)
  }
  return uris
}

/** Waits until what was asked so far is recorded: a later request's event is there. */
async function settled(server: ApiServer, log: AuditLogReader): Promise<void> {
  const path = '/audited/last'
  await server.request({ path })
  const isThere = (): boolean => log.events().some(({ requestURI }) => requestURI === path)
  if (!(await comesTrue(isThere, arrivedWithinMs)))
    throw new HarnessError('untestable', `The event of ${path} is not in the log.`)
}

function eventsOf(log: AuditLogReader): ReadonlyMap<string, readonly string[]> {
  const byUri = new Map<string, string[]>()
  for (const { requestURI, stage, level } of log.events()) {
    const line = `${stage} ${level}`
    byUri.set(requestURI, [...(byUri.get(requestURI) ?? []), line])
  }
  return byUri
}

function disagreementsOf(
  one: PolicyCase,
  uris: readonly string[],
  byUri: ReadonlyMap<string, readonly string[]>,
): Disagreement[] {
  const order = (line: string): number => stages.findIndex((stage) => line.startsWith(stage))
  return recorded(one).flatMap((expected, index) => {
    const actual = [...(byUri.get(uris[index] ?? '') ?? [])].sort((a, b) => order(a) - order(b))
    if (JSON.stringify(actual) === JSON.stringify(expected)) return []
    return [{ asked: { rules: one.rules, request: one.requests[index] }, expected, actual }]
  })
}
