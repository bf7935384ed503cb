import type { HttpRequest } from './listener.ts'

/** Reviews and token sets are a few kilobytes; whoever sends more is refused. */
const mostBodyBytes = 3 * 1024 * 1024

/** The whole body as text, or `undefined` when it is larger than the limit; rejects when the client leaves midway. */
export function readBody(req: HttpRequest, most = mostBodyBytes): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) chunks.push(chunk)
      else {
        // What is already on its way is dropped, so that the client can read the refusal.
        chunks.length = 0
        resolve(undefined)
      }
    })
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    req.once('error', reject)
    req.once('close', () => reject(new Error('the client left before the end of its request')))
  })
}
