import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Step } from '../../serving/request.ts'
import { handleRequest } from '../../serving/handle-request.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

type Headers = Readonly<Record<string, string>>

const headerName = 'strict-transport-security'
const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Adds the headers for browsers: permitted origins and the TLS requirement. Throws a Refusal for an origin that is not
 * anchored.
 */
export function browserHeaders(flags: FlagValues, report: (problem: string) => void): Step {
  const isOriginAllowed = allowedOrigins(flags.strings('cors-allowed-origins'))
  const transport = transportSecurity(flags.strings('strict-transport-security-directives'))
  return async (request, next) => {
    const { origin } = request.headers
    const isHttp2 = request.transport === 'http/2'
    const isShared = !(isHttp2 && fault('http2-without-cors'))
    const cors =
      typeof origin === 'string' && isShared && isOriginAllowed(origin) ? corsHeaders(origin) : undefined
    const isReadRequest = ['GET', 'HEAD'].includes(request.method)
    const isSecured =
      (isReadRequest || !fault('hsts-for-reads-only')) && !(isHttp2 && fault('http2-without-hsts'))
    const addedHeaders: Headers = { ...(isSecured ? transport : {}), ...cors }
    const isPreflight = cors !== undefined && request.method === 'OPTIONS' && !freedom('no-preflight-answers')
    if (isPreflight) return { status: 204, headers: addedHeaders }
    if (Object.keys(addedHeaders).length === 0) return next(request)
    // Also returns the response of an error, to which the headers are added.
    const answer = await handleRequest(next, request, report)
    if (answer.status === 401 && transport[headerName] !== undefined && fault('hsts-after-authentication'))
      return { ...answer, headers: { ...answer.headers, ...cors } }
    return { ...answer, headers: { ...answer.headers, ...addedHeaders } }
  }
}

function corsHeaders(origin: string): Headers {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-credentials': 'true',
  }
}

function allowedOrigins(expressions: readonly string[]): (origin: string) => boolean {
  if (expressions.length === 0) return () => fault('cors-without-origins')
  const patterns = expressions.map((expression) => {
    const isStartAnchored =
      expression.includes('^') || expression.includes('//') || fault('cors-start-unanchored')
    const isEndAnchored = expression.includes('$') || expression.includes(':') || fault('cors-end-unanchored')
    if (!isStartAnchored || !isEndAnchored || isPatternRejected(expression)) {
      throw new Refusal(
        `--cors-allowed-origins: ${expression} must match a whole host: ^ or // at the start, $ or : at the end`,
      )
    }
    return patternOf(expression)
  })
  return (origin) => {
    if (fault('cors-headers-missing')) return false
    const isListCut = patterns.length > 2 && fault('cors-first-two-expressions-only')
    const usedPatterns = isListCut ? patterns.slice(0, 2) : patterns
    return usedPatterns.some((pattern) => pattern.test(origin)) || fault('cors-any-origin')
  }
}

function isPatternRejected(expression: string): boolean {
  return expression.startsWith('//') && fault('cors-slashes-refused')
}

function patternOf(expression: string): RegExp {
  const isLiteral = fault('cors-expressions-literal')
  const patternSource = isLiteral ? expression.replace(/[[\]()+*?|]/g, String.raw`\$&`) : expression
  try {
    return new RegExp(
      fault('cors-anchors-dropped') ? patternSource.replace(/^\^|^\/\/|\$$|\(:\|\$\)$/g, '') : patternSource,
    )
  } catch (cause) {
    throw new Refusal(`--cors-allowed-origins: ${expression} is no regular expression`, { cause })
  }
}

function transportSecurity(directives: readonly string[]): Headers {
  if (directives.length === 0) return fault('hsts-without-directives') ? { [headerName]: 'max-age=1' } : {}
  if (fault('hsts-never')) return {}
  const sentDirectives = fault('hsts-first-directive-only') ? directives.slice(0, 1) : directives
  return { [headerName]: sentDirectives.join('; ') }
}
