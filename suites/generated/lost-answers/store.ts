import { startEtcd, after, type EtcdAnswers, type EtcdRequest, fail, hangUp } from '#mocks/etcd/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { storageOf } from '../../shared/storage.ts'
import { waitFirstSeconds, type LossyStart } from './drive.ts'
import { isRequestNumber, delayMs, type LostAnswer } from './losses.ts'

type ChangeResponse = <Value>(honest: Value, request: EtcdRequest) => Value | Promise<Value>

/** Start of an API server without one response of its store. */
export const storeStart: LossyStart = {
  peer: 'store',
  start: async (lost) => {
    const etcd = await startEtcd()
    try {
      if (lost !== undefined) etcd.answer(lossyAnswers(lost))
      let requests = 0
      const startResult = await startOutcome({ storage: storageOf(etcd) }, async () => {
        await waitFirstSeconds()
        requests = etcd.journal.length
      })
      return { outcome: startResult, requests }
    } finally {
      await etcd.stop()
    }
  },
}

/** Returns store responses of which one is lost, regardless of the method. */
function lossyAnswers({ number, loss }: LostAnswer): Partial<EtcdAnswers> {
  const isLost = isRequestNumber(number)
  const faults = {
    error: fail('UNAVAILABLE'),
    rejection: fail('PERMISSION_DENIED'),
    delay: after(delayMs),
    cut: hangUp,
  } as const
  const loseChange: ChangeResponse = (honest, request) =>
    isLost() ? (faults[loss] as ChangeResponse)(honest, request) : honest
  return {
    range: loseChange,
    put: loseChange,
    deleteRange: loseChange,
    txn: loseChange,
    leaseGrant: loseChange,
    status: loseChange,
  }
}
