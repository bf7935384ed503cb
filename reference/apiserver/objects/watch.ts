import type { Answer, ServerRequest } from '../../serving/request.ts'
import type { Store } from '../storage/store.ts'
import { withRevision } from '../api/object.ts'
import type { Objects } from './objects.ts'

const types = { created: 'ADDED', modified: 'MODIFIED', deleted: 'DELETED' } as const

/** Sends each change as a line of JSON, from the requested revision or from the present state on. */
export function watchObjects(request: ServerRequest, objects: Objects, store: Store): Answer {
  const seconds = Number(request.query.get('timeoutSeconds') ?? Number.NaN)
  const timeoutSignals = Number.isFinite(seconds) && seconds > 0 ? [AbortSignal.timeout(seconds * 1000)] : []
  const signal = AbortSignal.any([request.signal, ...timeoutSignals])
  return {
    status: 200,
    async stream(send) {
      const resourceVersion = request.query.get('resourceVersion') ?? ''
      let startRevision =
        resourceVersion === '' || resourceVersion === '0' ? undefined : BigInt(resourceVersion)
      if (startRevision === undefined) {
        const { values, revision } = await store.list(objects.prefix)
        for (const storedValue of values) {
          // Sequential: events keep their order.
          send(eventLine('ADDED', withRevision(await objects.decode(storedValue), storedValue.revision)))
        }
        startRevision = revision
      }
      // Decoding is asynchronous; a queue keeps the order of changes.
      let lastSend: Promise<void> = Promise.resolve()
      await store.watch(
        objects.prefix,
        startRevision,
        (change) => {
          lastSend = lastSend.then(async () => {
            send(eventLine(types[change.type], withRevision(await objects.decode(change), change.revision)))
          })
        },
        signal,
      )
      await lastSend
    },
  }
}

function eventLine(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`
}
