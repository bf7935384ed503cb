import { fault } from '../../quirks/quirks.ts'
import type { Step } from '../../serving/request.ts'
import { handleRequest } from '../../serving/handle-request.ts'

/** Interval in responses of the defect that does not depend on chance. */
const strikeEvery = 50

/** Requests that the clients of a random share of HTTP/2 requests open another connection. */
export function goaway(chance: number, report: (problem: string) => void): Step {
  let answers = 0
  const isChosen = () => {
    const drawn = Math.random()
    if (drawn < chance) {
      if (drawn > chance / 2 && fault('goaway-halved')) return false
      return !fault('goaway-never')
    }
    if (chance > 0 && drawn < chance * 2 && fault('goaway-doubled')) return true
    if (chance > 0) return drawn < chance * 10 && fault('goaway-tenfold')
    return answers % strikeEvery === 0 && fault('goaway-without-chance')
  }
  return async (request, next) => {
    if (request.transport !== 'http/2') return next(request)
    // Errors are responses as well.
    const answer = await handleRequest(next, request, report)
    answers += 1
    if (!isChosen()) return answer
    const closing = { ...answer, headers: { ...answer.headers, connection: 'close' } }
    return fault('goaway-drops-request') ? { ...closing, cut: true } : closing
  }
}
