import type { HttpRequest } from './listener.ts'

/** Default maximum size of a request body in bytes. The body of a review has a few kilobytes. */
const maxBodyBytes = 3 * 1024 * 1024

/** Reads the whole body as text; `undefined` if it is larger than the limit. Rejects if the client leaves midway. */
export function readBody(req: HttpRequest, max = maxBodyBytes): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= max) chunks.push(chunk)
      else {
        // Drops the rest of the body, so that the client can read the error response.
        chunks.length = 0
        resolve(undefined)
      }
    })
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    req.once('error', reject)
    req.once('close', () => reject(new Error('the client left before the end of its request')))
  })
}
