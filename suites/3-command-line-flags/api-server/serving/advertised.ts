/** A documentation address that no machine has (RFC 5737). */
export const advertisedAddress = '192.0.2.77'
/** The address that another server on the same store advertises. */
export const secondAddress = '192.0.2.78'

/** A name that does not resolve. */
export const externalName = 'api.outside.example'
