import type { Resource } from '../resources/resource.ts'

interface Details {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field?: string }[]
  readonly retryAfterSeconds?: number
}

/** Result of a request that returns no object. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: Readonly<Record<string, never>>
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly details?: Details
  readonly code?: number
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/** A rejected request; thrown by actions and faults alike, and sent as a `Status`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  readonly reason: string
  readonly details: Details | undefined

  constructor(code: number, message: string, reason = reasons[code] ?? 'Unknown', details?: Details) {
    super(message)
    this.code = code
    this.reason = reason
    this.details = details
  }

  get status(): Status {
    const { message, reason, details, code } = this
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason !== '' && { reason }),
      ...(details && { details }),
      code,
    }
  }
}

/** Returns the status of a successful request without a document. */
export function success(details?: Details): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', ...(details && { details }) }
}

/** Returns the qualified name of a resource: `deployments.apps`, or `pods` in the core group. */
export function qualifiedName({ plural, group }: Pick<Resource, 'plural' | 'group'>): string {
  return group === '' ? plural : `${plural}.${group}`
}

const detailsOf = ({ plural, group }: Resource, name: string): Details => ({
  name,
  ...(group !== '' && { group }),
  kind: plural,
})

export function notFound(resource: Resource, name: string): Refusal {
  return new Refusal(
    404,
    `${qualifiedName(resource)} "${name}" not found`,
    'NotFound',
    detailsOf(resource, name),
  )
}

export function alreadyExists(resource: Resource, name: string): Refusal {
  const message = `${qualifiedName(resource)} "${name}" already exists`
  return new Refusal(409, message, 'AlreadyExists', detailsOf(resource, name))
}

export function conflict(resource: Resource, name: string, reason: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualifiedName(resource)} "${name}": ${reason}`
  return new Refusal(409, message, 'Conflict', detailsOf(resource, name))
}

export const staleVersionMessage =
  'the object has been modified; please apply your changes to the latest version and try again'

export function badRequest(message: string): Refusal {
  return new Refusal(400, message)
}

/** Returns the refusal of an object with a wrong value at one field. */
export function invalid(resource: Resource, name: string, field: string, message: string): Refusal {
  const { group, kind } = resource
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`
  return new Refusal(422, `${qualifiedKind} "${name}" is invalid: ${field}: ${message}`, 'Invalid', {
    name,
    ...(group !== '' && { group }),
    kind,
    causes: [
      { reason: message.startsWith('Required') ? 'FieldValueRequired' : 'FieldValueInvalid', message, field },
    ],
  })
}

export function methodNotAllowed(): Refusal {
  return new Refusal(
    405,
    'the server does not allow this method on the requested resource',
    'MethodNotAllowed',
    {},
  )
}

/** Returns the refusal of a version that is no longer in the log. */
export function expired(requestedVersion: number, oldestVersion: number): Refusal {
  return new Refusal(410, `too old resource version: ${requestedVersion} (${oldestVersion})`, 'Expired')
}

/** Returns the refusal of a version that the store has not reached yet. */
export function tooLargeVersion(requestedVersion: number, currentVersion: number): Refusal {
  return new Refusal(
    504,
    `Timeout: Too large resource version: ${requestedVersion}, current: ${currentVersion}`,
    'Timeout',
    {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  )
}
