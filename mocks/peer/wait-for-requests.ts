import { HarnessError } from '#harness/errors.ts'
import type { JournalEntry } from '#harness/peer.ts'

/** Peer whose journal can be followed. */
export interface Followed<Entry extends JournalEntry> {
  readonly role: string
  readonly journal: readonly Entry[]
  onAsked(listener: (request: Entry) => void): () => void
}

/**
 * Waits until a peer has received `times` matching requests (default one, including those already in the journal) and
 * returns the entries. At the limit, rejects as `untestable` and lists the requests that the peer received instead.
 */
export function untilAsked<Entry extends JournalEntry>(
  peer: Followed<Entry>,
  matches: (request: Entry) => boolean,
  { withinMs, times = 1 }: { readonly withinMs: number; readonly times?: number },
): Promise<Entry[]> {
  const foundRequests = peer.journal.filter(matches)
  if (foundRequests.length >= times) return Promise.resolve(foundRequests)
  return new Promise((resolve, reject) => {
    const unsubscribe = peer.onAsked((request) => {
      if (!matches(request)) return
      foundRequests.push(request)
      if (foundRequests.length < times) return
      clearTimeout(timer)
      unsubscribe()
      resolve(foundRequests)
    })
    const timer = setTimeout(() => {
      unsubscribe()
      const received = peer.journal.slice(-maxListed).map(({ what }) => what)
      const receivedText =
        received.length === 0 ? 'It received no requests' : `It received ${received.join(', ')}`
      const message = `The ${peer.role} peer received ${foundRequests.length} of ${times} requests within ${withinMs} ms. ${receivedText}.`
      reject(new HarnessError('untestable', message))
    }, withinMs)
  })
}

// Maximum number of requests in a message. The evidence contains the whole journal.
const maxListed = 10
