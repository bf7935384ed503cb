import { type Arbitrary, array, constant, oneof, record, tuple, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import {
  type CallerCase,
  fileTokens,
  type Header,
  headerFlags,
  issuers,
  type Request,
  unknownTokens,
  webhookTokens,
} from './model.ts'

const commonNames = ['front-proxy', 'second-proxy', 'third-proxy', 'front-proxy-2', 'alice'] as const
const userNames = ['alice', 'bob', 'carol smith', 'dora'] as const
const groups = ['crew', 'cooks', 'night:deck', 'two words'] as const
const uids = ['uid-1', 'uid-2'] as const
const origins = ['Remote', 'Other', 'Third'] as const
const extraKeys = ['Scope', 'shift', 'scope'] as const

const asWritten = (name: string): string => name
const cases = [asWritten, (name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()] as const

/** Draws headers of one purpose: of at most two origins, in any case. */
function headers(purpose: string, values: Arbitrary<readonly string[]>): Arbitrary<readonly Header[]> {
  return uniqueArray(tuple(oneOf(origins), values, oneOf(cases)), {
    maxLength: 2,
    selector: ([origin]) => origin,
  }).map((drawn) => drawn.map(([origin, given, inCase]): Header => [inCase(`X-${origin}-${purpose}`), given]))
}

const oneValue = <T extends string>(values: readonly T[]) => oneOf(values).map((value) => [value])

const extraHeaders: Arbitrary<readonly Header[]> = oneof(
  constant([]),
  oneOf(extraKeys).chain((key) =>
    headers(`Extra-${key}`, array(oneOf(groups), { minLength: 1, maxLength: 2 })),
  ),
)

const allHeaders: Arbitrary<readonly Header[]> = tuple(
  headers('User', oneValue(userNames)),
  headers('Group', uniqueArray(oneOf(groups), { minLength: 1, maxLength: 3 })),
  headers('Uid', oneValue(uids)),
  extraHeaders,
).map((parts) => parts.flat())

const tokens = [...Object.keys(fileTokens), ...Object.keys(webhookTokens), ...unknownTokens]

// A token together with a certificate rarely decides anything, so most requests have at most one credential.
const token: Arbitrary<string | undefined> = oneof(
  { arbitrary: constant(undefined), weight: 3 },
  { arbitrary: oneOf(tokens), weight: 1 },
)

const request: Arbitrary<Request> = oneof(
  record({
    issuer: oneOf(issuers),
    commonName: oneOf(commonNames),
    token,
    headers: oneof(constant([]), allHeaders),
  }),
  record({
    issuer: constant('none' as const),
    commonName: constant('alice'),
    token: oneOf(tokens),
    headers: oneof(constant([]), allHeaders),
  }),
  record({
    issuer: oneOf(['proxies', 'further proxies']),
    commonName: oneOf(commonNames.slice(0, 3)),
    headers: allHeaders,
  }),
)

/** Requests of several callers to one server. */
export const callerCases: Arbitrary<CallerCase> = record({
  flags: oneOf(Object.keys(headerFlags) as (keyof typeof headerFlags)[]),
  protocol: oneOf(['HTTP/1.1', 'HTTP/2']),
  requests: array(request, { minLength: 2, maxLength: 8 }),
})
