import { startEtcd, after, type EtcdAnswers, type EtcdRequest, fail, hangUp } from '#mocks/etcd/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { storageOf } from '../../shared/storage.ts'
import { firstSeconds, type LossyStart } from './drive.ts'
import { atRequest, delayMs, type LostAnswer } from './losses.ts'

type ChangeResponse = <Value>(honest: Value, request: EtcdRequest) => Value | Promise<Value>

/** A start of an API server that loses a response of its store. */
export const storeStart: LossyStart = {
  peer: 'store',
  start: async (lost) => {
    const etcd = await startEtcd()
    try {
      if (lost !== undefined) etcd.answer(lossyAnswers(lost))
      let requests = 0
      const outcome = await startOutcome({ storage: storageOf(etcd) }, async () => {
        await firstSeconds()
        requests = etcd.journal.length
      })
      return { outcome, requests }
    } finally {
      await etcd.stop()
    }
  },
}

/** Returns responses of which one is lost, whatever its method. */
function lossyAnswers({ number, loss }: LostAnswer): Partial<EtcdAnswers> {
  const isLost = atRequest(number)
  const faults = {
    error: fail('UNAVAILABLE'),
    rejection: fail('PERMISSION_DENIED'),
    delay: after(delayMs),
    cut: hangUp,
  } as const
  const lose: ChangeResponse = (honest, request) =>
    isLost() ? (faults[loss] as ChangeResponse)(honest, request) : honest
  return { range: lose, put: lose, deleteRange: lose, txn: lose, leaseGrant: lose, status: lose }
}
