/** A documentation address that no machine has (RFC 5737). */
export const advertisedAddress = '192.0.2.77'

/** A name that does not resolve. */
export const externalName = 'api.outside.example'
