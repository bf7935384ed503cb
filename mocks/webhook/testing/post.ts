import { request } from 'node:https'
import type { ClientConfig } from '../client-config.ts'

/** Result of a posted review. */
export interface PostResult<Review> {
  readonly status: number
  readonly review?: Review
  /** Code of the error that ended the exchange. */
  readonly error?: string
}

/** Posts a review like a client that has only the client configuration; for tests. */
export function post<Review>(config: ClientConfig, review: unknown, query = ''): Promise<PostResult<Review>> {
  const cluster = config.clusters[0]?.cluster ?? {}
  const user = config.users[0]?.user ?? {}
  const decodeBase64 = (value: unknown): string | undefined =>
    typeof value === 'string' ? Buffer.from(value, 'base64').toString() : undefined
  const body = typeof review === 'string' ? review : JSON.stringify(review)
  return new Promise((resolve) => {
    const resolveWithError = (error: NodeJS.ErrnoException): void =>
      resolve({ status: 0, error: error.code ?? error.message })
    const clientRequest = request(
      `${String(cluster.server)}${query}`,
      {
        method: 'POST',
        agent: false,
        rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
        ca: decodeBase64(cluster['certificate-authority-data']),
        cert: decodeBase64(user['client-certificate-data']),
        key: decodeBase64(user['client-key-data']),
        headers: {
          'content-type': 'application/json',
          ...(typeof user.token === 'string' && { authorization: `Bearer ${user.token}` }),
        },
      },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        res.once('error', resolveWithError)
        res.once('end', () => resolve({ status: res.statusCode ?? 0, ...parseBody<Review>(text) }))
      },
    )
    clientRequest.once('error', resolveWithError)
    clientRequest.end(body)
  })
}

function parseBody<Review>(text: string): { review: Review } | { error: string } {
  try {
    return { review: JSON.parse(text) as Review }
  } catch {
    return { error: text }
  }
}
