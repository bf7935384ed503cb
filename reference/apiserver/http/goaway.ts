import { fault } from '../../quirks/quirks.ts'
import type { Step } from '../../serving/request.ts'
import { handleRequest } from '../../serving/handle-request.ts'

/** Number of responses for each GOAWAY that a fault sends although the chance is 0. */
const faultyInterval = 50

/** Makes the clients of a random share of HTTP/2 requests open a new connection. */
export function goaway(chance: number, report: (problem: string) => void): Step {
  let answerCount = 0
  const isGoawayDue = () => {
    const randomNumber = Math.random()
    if (randomNumber < chance) {
      if (randomNumber > chance / 2 && fault('goaway-halved')) return false
      return !fault('goaway-never')
    }
    if (chance > 0 && randomNumber < chance * 2 && fault('goaway-doubled')) return true
    if (chance > 0) return randomNumber < chance * 10 && fault('goaway-tenfold')
    return answerCount % faultyInterval === 0 && fault('goaway-without-chance')
  }
  return async (request, next) => {
    if (request.transport !== 'http/2') return next(request)
    // Errors are responses as well.
    const answer = await handleRequest(next, request, report)
    answerCount += 1
    if (!isGoawayDue()) return answer
    const closingAnswer = { ...answer, headers: { ...answer.headers, connection: 'close' } }
    return fault('goaway-drops-request') ? { ...closingAnswer, cut: true } : closingAnswer
  }
}
