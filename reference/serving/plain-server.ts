import { createServer, type Server } from 'node:http'
import type { Handler } from './ask.ts'
import { makeAsk } from './make-ask.ts'
import { settle, wholeBody } from './settle.ts'

/** Creates a server of complete responses over plain HTTP/1.1. It is not listening yet. */
export function plainServer(handler: Handler, report: (problem: string) => void): Server {
  return createServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const ask = makeAsk(request, 'http/1.1', performance.now(), gone.signal)
    void settle(handler, ask, report).then((answer) => {
      if (answer.cut) {
        request.socket.destroy()
        return
      }
      const { text, contentType } = wholeBody(answer)
      response.writeHead(answer.status, { 'content-type': contentType, ...answer.headers }).end(text)
    })
  })
}
