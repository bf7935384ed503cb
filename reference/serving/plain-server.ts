import { createServer, type Server } from 'node:http'
import type { Handler } from './request.ts'
import { makeRequest } from './make-request.ts'
import { handleRequest, completeBody } from './handle-request.ts'

/** Creates a server of complete responses over plain HTTP/1.1. The server is not listening yet. */
export function createPlainServer(handler: Handler, report: (problem: string) => void): Server {
  return createServer((request, response) => {
    const controller = new AbortController()
    response.on('close', () => controller.abort())
    const parsedRequest = makeRequest(request, 'http/1.1', performance.now(), controller.signal)
    void handleRequest(handler, parsedRequest, report).then((answer) => {
      if (answer.cut) {
        request.socket.destroy()
        return
      }
      const { text, contentType } = completeBody(answer)
      response.writeHead(answer.status, { 'content-type': contentType, ...answer.headers }).end(text)
    })
  })
}
