import type { HttpRequest } from '../http/listener.ts'

/** Maximum size of a request body in bytes, as in a real server. */
export const maxRequestBytes = 3 * 1024 * 1024
// Maximum number of bytes that are read of a rejected request. The connection of a longer request is closed.
const maxDrainedBytes = 256 * 1024 * 1024

/** Reports whether a request has a body. */
export function hasBody({ headers, method }: HttpRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { 'content-length': length } = headers
  return length === undefined
    ? headers['transfer-encoding'] !== undefined || ':method' in headers
    : length !== '0'
}

/** Returns the whole body, or `undefined` if it is too large; rejects if the client leaves midway. */
export function readBytes(req: HttpRequest): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxRequestBytes) {
        chunks.push(chunk)
        return
      }
      // Reads and drops the rest of the body, so that the client reads the rejection.
      chunks.length = 0
      resolve(undefined)
      if (size > maxDrainedBytes) req.destroy()
    })
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    req.once('error', reject)
    req.once('close', () => reject(new Error('the client left before the end of its request')))
  })
}
