import type { HttpAnswer } from './https.ts'

/** A request and its outcome as recorded in a check's evidence: of limited size, and without credentials. */
export interface ExchangeText {
  readonly request: { readonly headers: Headers; readonly token?: unknown; readonly body?: unknown }
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: string }
}

type Headers = Readonly<Record<string, unknown>>

/** The recorded parts of a sent request. */
export interface SentRequest {
  readonly headers?: Headers | undefined
  readonly token?: string | undefined
  readonly body?: string | object | undefined
}

const maxBodyLength = 2_000
// Maximum length of a recorded response: enough for a whole configuration, which a program shows on request.
const maxResponseLength = 16_000

/** Returns the recorded parts of a request and its response, if there was one. */
export function exchange(sent: SentRequest, answer?: HttpAnswer): ExchangeText {
  const { headers = {}, token, body } = sent
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  return {
    request: {
      headers: withoutAuthorization(headers),
      ...(token !== undefined && { token: readToken(token) }),
      ...(text !== undefined && { body: truncate(text) }),
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: withoutAuthorization(answer.headers),
        body: truncate(answer.body, maxResponseLength),
      },
    }),
  }
}

/**
 * Returns header and claims of a JWT, without the signature that makes it valid; for any other token, the beginning.
 */
export function readToken(token: string): unknown {
  const [header = '', claims = '', signature] = token.split('.')
  const decodedParts = [header, claims].map(decodePart)
  if (signature === undefined || decodedParts.includes(undefined)) return truncate(token, 40)
  return { header: decodedParts[0], claims: decodedParts[1] }
}

function decodePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function withoutAuthorization(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )
}

/** Copies the beginning of a text, since a slice of a long text would keep the whole text in memory. */
function truncate(text: string, longest = maxBodyLength): string {
  if (text.length <= longest) return text
  return `${Buffer.from(text.slice(0, longest)).toString('utf8')}… (${text.length} characters)`
}
