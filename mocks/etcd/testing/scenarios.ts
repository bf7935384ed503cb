import type { Fields } from '../../grpc/service.ts'
import type { Clients } from './clients.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'

type Operation = NonNullable<Fields<typeof rpc.TxnRequestSchema>['success']>[number]
export type Scenario = (clients: Clients) => Promise<unknown>

/** Returns the bytes of a text, one per character. */
export const b = (text: string) => Buffer.from(text, 'latin1')
const { EQUAL, GREATER, LESS, NOT_EQUAL } = rpc.Compare_CompareResult
const target = rpc.Compare_CompareTarget
const { NONE, ASCEND, DESCEND } = rpc.RangeRequest_SortOrder
const sortTargets = rpc.RangeRequest_SortTarget

// Errors are compared like responses.
const orError = (answer: Promise<unknown>) => answer.catch((error: unknown) => error)

/** Makes calls one after the other and returns their responses and errors. */
export async function callInSequence(calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const call of calls) answers.push(await orError(call()))
  return answers
}

export const put = (key: string, value: string): Fields<typeof rpc.PutRequestSchema> => ({
  key: b(key),
  value: b(value),
})
export const opPut = (key: string, value: string): Operation => ({
  request: { case: 'requestPut', value: put(key, value) },
})
export const opRange = (key: string, end = '', revision = 0n) =>
  ({ request: { case: 'requestRange', value: { key: b(key), rangeEnd: b(end), revision } } }) as const
const opDelete = (key: string, end = '', prevKv = false) =>
  ({ request: { case: 'requestDeleteRange', value: { key: b(key), rangeEnd: b(end), prevKv } } }) as const

/**
 * Scenarios that run against a real etcd and the mock; both must respond the same. Each scenario continues from the
 * state that the previous one left.
 */
export const keyScenarios: Readonly<Record<string, Scenario>> = {
  'puts return the previous value, and keep the value or the lease on request': ({ kv }) =>
    callInSequence([
      () => kv.put(put('a', '1')),
      () => kv.put({ ...put('a', '2'), prevKv: true }),
      () => kv.put({ ...put('b', '1'), prevKv: true }),
      () => kv.put({ key: b('a'), ignoreValue: true, prevKv: true }),
      () => kv.put({ ...put('a', '3'), ignoreLease: true }),
      () => kv.put({ key: b('nothing'), ignoreValue: true }),
      () => kv.put({ ...put('a', '3'), ignoreValue: true }),
      () => kv.put({ ...put('a', '3'), ignoreLease: true, lease: 5n }),
      () => kv.put({ ...put('a', '3'), lease: 404n }),
      () => kv.put(put('', 'x')),
      () => kv.put(put('b', '2')),
      () => kv.put(put('c', '0')),
      () => kv.put(put('ba', '9')),
      () => kv.put(put('b\xff', 'high')),
    ]),

  'ranges of one key, of a prefix, without an end, and without keys': ({ kv }) =>
    callInSequence([
      () => kv.range({ key: b('a') }),
      () => kv.range({ key: b('nothing') }),
      () => kv.range({ key: b('b'), rangeEnd: b('c') }),
      () => kv.range({ key: b('b'), rangeEnd: b('\0') }),
      () => kv.range({ key: b('\0'), rangeEnd: b('\0') }),
      () => kv.range({ key: b('c'), rangeEnd: b('a') }),
      () => kv.range({ key: b('') }),
    ]),

  'ranges with limits, counts, keys only and revision filters': ({ kv }) =>
    callInSequence([
      () => kv.range({ key: b('a'), rangeEnd: b('z'), limit: 2n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), limit: 5n }),
      () => kv.range({ key: b('b\0'), rangeEnd: b('z'), limit: 2n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), countOnly: true }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), countOnly: true, limit: 1n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), keysOnly: true }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), minModRevision: 6n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), maxModRevision: 6n, limit: 1n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), minCreateRevision: 4n, maxCreateRevision: 8n }),
    ]),

  'ranges in every sort order': ({ kv }) =>
    callInSequence(
      [sortTargets.KEY, sortTargets.VERSION, sortTargets.CREATE, sortTargets.MOD, sortTargets.VALUE].flatMap(
        (sortTarget) =>
          [NONE, ASCEND, DESCEND].flatMap((sortOrder) =>
            [0n, 2n].map(
              (limit) => () => kv.range({ key: b('a'), rangeEnd: b('z'), sortTarget, sortOrder, limit }),
            ),
          ),
      ),
    ),

  'ranges at earlier and future revisions': ({ kv }) =>
    callInSequence([
      () => kv.range({ key: b('a'), rangeEnd: b('z'), revision: 3n }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), revision: 4n, countOnly: true }),
      () => kv.range({ key: b('a'), revision: 1n }),
      () => kv.range({ key: b('a'), revision: 999n }),
    ]),

  'deletions of existing and missing keys': ({ kv }) =>
    callInSequence([
      () => kv.deleteRange({ key: b('nothing') }),
      () => kv.deleteRange({ key: b('b'), rangeEnd: b('c'), prevKv: true }),
      () => kv.deleteRange({ key: b('c') }),
      () => kv.deleteRange({ key: b('') }),
      () => kv.range({ key: b('a'), rangeEnd: b('z') }),
      () => kv.range({ key: b('a'), rangeEnd: b('z'), revision: 8n }),
      () => kv.put(put('b', 'again')),
      () => kv.range({ key: b('b') }),
    ]),

  'transactions with every comparison': ({ kv }) =>
    callInSequence(
      [EQUAL, GREATER, LESS, NOT_EQUAL].flatMap((result) =>
        ['a', 'nothing'].flatMap((key) =>
          (
            [
              [target.VERSION, { case: 'version', value: 4n }],
              [target.VERSION, { case: 'version', value: 0n }],
              [target.CREATE, { case: 'createRevision', value: 2n }],
              [target.MOD, { case: 'modRevision', value: 0n }],
              [target.VALUE, { case: 'value', value: b('3') }],
              [target.LEASE, { case: 'lease', value: 0n }],
            ] as const
          ).map(
            ([what, targetUnion]) =>
              () =>
                kv.txn({
                  compare: [{ result, target: what, key: b(key), targetUnion }],
                  success: [opRange('a')],
                }),
          ),
        ),
      ),
    ),

  'transactions with comparisons of ranges': ({ kv }) =>
    callInSequence(
      [
        ['a', 'z'],
        ['x', 'z'],
      ].flatMap(([key = '', end = '']) =>
        [GREATER, EQUAL].map((result) => () => {
          const targetUnion = { case: 'createRevision', value: 0n } as const
          return kv.txn({
            compare: [{ result, target: target.CREATE, key: b(key), rangeEnd: b(end), targetUnion }],
          })
        }),
      ),
    ),

  'the changes of a transaction are one revision, and its later operations read them': ({ kv }) =>
    callInSequence([
      () =>
        kv.txn({ success: [opPut('t1', 'x'), opRange('t'), opRange('t1'), opPut('t2', 'y'), opDelete('b')] }),
      () => kv.range({ key: b('t'), rangeEnd: b('u') }),
      () => kv.txn({ success: [opRange('t1'), opDelete('nothing')] }),
      () => kv.txn({ success: [opDelete('t1', '', true), opRange('t1'), opRange('t1', '', 3n)] }),
      () => kv.txn({}),
    ]),

  'nested transactions': ({ kv }) => {
    const missingKeyCondition = {
      result: EQUAL,
      target: target.VERSION,
      key: b('n1'),
      targetUnion: { case: 'version', value: 0n },
    } as const
    const nestedOperation: Operation = {
      request: {
        case: 'requestTxn',
        value: { compare: [missingKeyCondition], success: [opPut('n2', 'in')], failure: [opPut('n3', 'in')] },
      },
    }
    return callInSequence([
      () => kv.txn({ compare: [missingKeyCondition], success: [opPut('n1', 'out'), nestedOperation] }),
      () => kv.txn({ compare: [missingKeyCondition], success: [], failure: [nestedOperation] }),
      () => kv.range({ key: b('n'), rangeEnd: b('o') }),
    ])
  },

  'rejected transactions change nothing': ({ kv }) =>
    callInSequence([
      () => kv.txn({ success: [opPut('r', '1'), opPut('r', '2')] }),
      () => kv.txn({ success: [opPut('r', '1'), opDelete('q', 's')] }),
      () => kv.txn({ success: [opPut('r', '1'), opRange('a', '', 999n)] }),
      () =>
        kv.txn({
          success: [
            opPut('r', '1'),
            { request: { case: 'requestPut', value: { ...put('r2', ''), lease: 404n } } },
          ],
        }),
      () => kv.txn({ success: [opPut('', '1')] }),
      () => kv.txn({ success: [{ request: { case: undefined } }] }),
      () => kv.txn({ success: Array.from({ length: 129 }, (_, i) => opPut(`r${i}`, '')) }),
      () => kv.txn({ compare: [{ key: b('') }] }),
      () => kv.put(put('r', 'x'.repeat(1_600_000))),
      () => kv.range({ key: b('r'), rangeEnd: b('s') }),
    ]),

  'leases are granted, attached to keys, read and revoked': ({ kv, lease }) =>
    callInSequence([
      () => lease.leaseGrant({ TTL: 100n, ID: 77n }),
      () => lease.leaseGrant({ TTL: 100n, ID: 77n }),
      () => lease.leaseGrant({ TTL: 1n, ID: 78n }),
      () => lease.leaseGrant({ TTL: 9_000_000_001n, ID: 79n }),
      () => kv.put({ ...put('l1', 'x'), lease: 77n }),
      () => kv.put({ ...put('l2', 'y'), lease: 77n }),
      () => kv.put({ ...put('l2', 'y'), prevKv: true }),
      () => kv.put({ ...put('l3', 'y'), lease: 77n }),
      () => kv.put({ key: b('l3'), value: b('z'), ignoreLease: true }),
      async () => (await lease.leaseTimeToLive({ ID: 77n, keys: true })).keys.map(String).sort(),
      () => lease.leaseTimeToLive({ ID: 404n }),
      () => lease.leaseRevoke({ ID: 77n }),
      () => lease.leaseRevoke({ ID: 77n }),
      () => kv.range({ key: b('l'), rangeEnd: b('m') }),
      async () => (await lease.leaseLeases({})).leases.map(({ ID }) => ID),
    ]),
}
